# Source it for
#   container_turn    waits until no test and no other story has containers, which share the machine's network; until this
#                     shell ends no other has them

container_turn() {
  exec 9>/tmp/wheelhouse-containers.lock
  flock 9
}
