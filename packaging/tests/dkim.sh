#!/usr/bin/env bash
# DKIM keys and zone files by other people's programs: what the console exports is loaded by BIND, tested by
# opendkim-testkey, and signed and verified with by rspamd. They find their name server on port 53 alone, so all of it
# happens in a network namespace.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
story=dkim
. "$root/packaging/real/screen.sh"
finish() {
  [ -z "$console" ] || kill "$console" 2>/dev/null || true
  [ -z "$console" ] || wait "$console" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

for each in opendkim-testkey rspamd rspamc named unshare ip curl; do
  PATH="$PATH:/usr/sbin" command -v "$each" >/dev/null 2>&1 || { echo "dkim: left out, there is no $each"; exit 0; }
done
export PATH="$PATH:/usr/sbin"
echo "nameserver 127.0.0.1" >"$work/resolv.conf"
unshare --net --mount sh -c 'ip link set lo up && mount --bind "$1" /etc/resolv.conf' - "$work/resolv.conf" 2>/dev/null ||
  { echo "dkim: left out, this machine gives no network namespace"; exit 0; }

env -u DISPLAY -u WAYLAND_DISPLAY "$root/packaging/run.sh" --headless --home "$work/home" --port 0 \
  >"$work/out" 2>"$work/err" &
console=$!
until_true 240 started_or_gone && says ' listening on ' cat "$work/out" || fail "the console did not start"
api=$(sed -nE 's/.* listening on ([^ ]+) .*/\1/p' "$work/out")

first_id() { sed -nE 's/^[^"]*"id":"([^"]*)".*/\1/p'; }
# The files of an export: each one's content, in the order of the answer.
export_key() { # domain, format, file number
  call "/mail/domains/$1/dkim-key" -d '{"format": "'"$2"'"}' |
    grep -oE '"content":"([^"\\]|\\.)*"' | sed -n "$3p" | sed -E 's/^"content":"(.*)"$/\1/; s/\\"/"/g; s/%/%%/g' | xargs -0 printf
}

for type in rsa ed25519; do
  domain=$type.example.com
  instance=$(call /mail/instances -d '{"name": "'$type'", "hostname": "mail.example.com", "ipv4": ["192.0.2.10"], "dkimKeyType": "'$type'"}' | first_id)
  id=$(call /mail/domains -d '{"mailInstanceId": "'"$instance"'", "fqdn": "'$domain'", "dkimSelector": "s1"}' | first_id)
  [ -n "$id" ] || fail "the domain $domain was not made"
  printf '@ SOA ns admin 1 60 60 60 60\n@ NS ns\nns A 127.0.0.1\n' >"$work/$domain.zone"
  sed -i "1i \$ORIGIN $domain.\n\$TTL 60" "$work/$domain.zone"
  call "/mail/domains/$id/zone" >>"$work/$domain.zone"
  (
    umask 077
    export_key "$id" pkcs8 1 >"$work/$type.pem"
    export_key "$id" opendkim 1 >"$work/$type.private"
    export_key "$id" rspamd 1 >"$work/$domain.s1.key"
  )
  export_key "$id" rspamd 2 >>"$work/selectors.map"
  # Where the exported files belong is the machine of the mail server; here they lie elsewhere.
  export_key "$id" rspamd 3 | sed "s#/var/lib/rspamd/dkim/#$work/#; s#/etc/rspamd/dkim_selectors.map#$work/selectors.map#" \
    >"$work/ours.conf"
  printf 'From: a@%s\r\nTo: b@example.net\r\nSubject: x\r\nDate: Thu, 26 Nov 2026 09:00:00 +0000\r\nMessage-ID: <1@%s>\r\n\r\nhello\r\n' \
    $domain $domain >"$work/$type.mail"
done
openssl genpkey -quiet -algorithm rsa -pkeyopt rsa_keygen_bits:2048 -out "$work/other.pem" 2>/dev/null ||
  ssh-keygen -q -t rsa -b 2048 -m PKCS8 -N '' -f "$work/other.pem"
chmod 600 "$work/other.pem"

echo "Nameservers 127.0.0.1" >"$work/opendkim.conf"
cat >"$work/named.conf" <<CONF
options {
  directory "$work"; listen-on port 53 { 127.0.0.1; }; listen-on-v6 { none; }; pid-file none; lock-file none;
  session-keyfile "$work/session.key"; managed-keys-directory "$work"; dnssec-validation no; recursion no;
};
controls { };
zone "rsa.example.com" { type primary; file "rsa.example.com.zone"; };
zone "ed25519.example.com" { type primary; file "ed25519.example.com.zone"; };
CONF
echo com >"$work/suffixes"
cat >"$work/rspamd.conf" <<CONF
options {
  dns { nameserver = ["127.0.0.1"]; }
  filters = "dkim"; tempdir = "$work"; rrd = ""; pidfile = ""; disable_hyperscan = true; hs_cache_dir = "$work"; url_tld = "$work/suffixes";
  local_addrs = ["127.0.0.0/8"];
}
logging { type = "console"; level = "info"; }
worker "normal" { bind_socket = "127.0.0.1:11333"; count = 1; }
lua = "/usr/share/rspamd/rules/rspamd.lua";
modules { path = "/usr/share/rspamd/plugins/"; }
dkim { }
dkim_signing {
  sign_local = true; check_pubkey = true; allow_pubkey_mismatch = false;
  .include "$work/ours.conf"
}
CONF

cat >"$work/inside" <<'INSIDE'
cd "$1"
ip link set lo up
mount --bind resolv.conf /etc/resolv.conf
touch named.log
named -g -c named.conf >named.log 2>&1 &
named=$!
rspamd -f -i -c "$1/rspamd.conf" >rspamd.log 2>&1 &
rspamd=$!
for _ in $(seq 1 1800); do
  grep -q 'all zones loaded' named.log && curl -s -o ping http://127.0.0.1:11333/ping && break
  sleep 0.1
done
testkey() { # domain, selector, key or nothing
  opendkim-testkey -x opendkim.conf -d "$1" -s "$2" ${3:+-k "$3"} >testkey.log 2>&1 && echo 0 || echo $?
}
# 0: they match; 65: they differ; 69: there is none.
echo "the key as PKCS#8: $(testkey rsa.example.com s1 rsa.pem)"
echo "the key for OpenDKIM: $(testkey rsa.example.com s1 rsa.private)"
echo "another key: $(testkey rsa.example.com s1 other.pem)"
echo "a selector without a record: $(testkey rsa.example.com s2 rsa.pem)"
# It reads records of Ed25519 and compares no such key.
echo "the record of Ed25519: $(testkey ed25519.example.com s1)"
echo "the record of Ed25519 and a key of RSA: $(testkey ed25519.example.com s1 rsa.pem)"
for type in rsa ed25519; do
  domain=$type.example.com
  rspamc -t 60 -h 127.0.0.1:11333 -i 127.0.0.1 -F "a@$domain" --mime $type.mail >$type.signed 2>rspamc.log
  grep -q '^DKIM-Signature: ' $type.signed && echo "signed with $type" || echo "not signed with $type"
  rspamc -t 60 -h 127.0.0.1:11333 -i 192.0.2.1 -F "a@$domain" $type.signed | grep -oE 'R_DKIM_[A-Z]+' | sed "s/^/verified with $type: /"
  sed 's/hello/hallo/' $type.signed >$type.forged
  rspamc -t 60 -h 127.0.0.1:11333 -i 192.0.2.1 -F "a@$domain" $type.forged | grep -oE 'R_DKIM_[A-Z]+' | sed "s/^/changed after $type: /"
done
kill $named $rspamd
wait
INSIDE
unshare --net --mount bash "$work/inside" "$work" >"$work/said" || fail "the programs did not run: $(cat "$work/said")"
cat >"$work/wanted" <<'SAID'
the key as PKCS#8: 0
the key for OpenDKIM: 0
another key: 65
a selector without a record: 69
the record of Ed25519: 0
the record of Ed25519 and a key of RSA: 65
signed with rsa
verified with rsa: R_DKIM_ALLOW
changed after rsa: R_DKIM_REJECT
signed with ed25519
verified with ed25519: R_DKIM_ALLOW
changed after ed25519: R_DKIM_REJECT
SAID
diff "$work/wanted" "$work/said" >"$work/differences" ||
  fail "the programs say otherwise: $(tail -n 20 "$work/named.log" "$work/rspamd.log" && cat "$work/differences")"
echo "BIND loads the zone files, opendkim-testkey and rspamd accept the keys."
