'use strict';
const search = document.createElement('input');
search.type = 'search';
search.placeholder = 'Search';
search.setAttribute('aria-label', 'Search');
document.querySelector('nav .brand').after(search);
const words = new Map();
for (const each of document.querySelectorAll('article')) {
  words.set(each.id, each.textContent.toLowerCase());
}
search.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase().split(/\s+/);
  const fits = text => wanted.every(each => text.includes(each));
  for (const [id, text] of words) {
    const shown = fits(text);
    document.getElementById(id).hidden = !shown;
    document.querySelector('nav a[href="#' + id + '"]').parentElement.hidden = !shown;
  }
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  }
});
for (const each of document.querySelectorAll('pre')) {
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = 'Copy';
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(each.querySelector('code').textContent);
    copy.textContent = 'Copied';
    setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
  });
  each.append(copy);
}
