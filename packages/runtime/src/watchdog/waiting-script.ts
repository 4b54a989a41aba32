/**
 * The watchdog while there is nothing to do: it reads which turns begin (`+folder`) and end (`-folder`)
 * until its owner is gone, and only if some are open then it runs the program in its arguments with
 * their lines on descriptor 4. What the program runs comes from descriptor 3, and is its stdin. A shell starts in a fortieth of the time that Node takes, and keeps a fortieth of its
 * memory.
 *
 * Folders are written as JSON, in which no quote stands behind a plus: a line is never found inside
 * another.
 */
export const waitingScript = `trap '' INT TERM HUP
turns=
while IFS= read -r line; do
  turn="+\${line#?}
"
  case $line in
    +*) turns=$turns$turn ;;
    -*) case $turns in
      *"$turn"*) turns=\${turns%%"$turn"*}\${turns#*"$turn"} ;;
    esac ;;
  esac
done
[ -z "$turns" ] || printf %s "$turns" | "$0" "$@" 4<&0 <&3
`;
