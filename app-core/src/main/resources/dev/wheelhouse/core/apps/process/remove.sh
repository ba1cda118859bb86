# Takes away what there is of an app. Argument: id, which only holds letters, digits and an underscore.
case $1 in app_*[!a-z0-9]* | app_) echo left; exit 0 ;; app_*) ;; *) echo left; exit 0 ;; esac
rm -rf "$base/$1" && echo removed
