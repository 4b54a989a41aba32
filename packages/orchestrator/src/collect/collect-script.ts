/**
 * What runs in the sandbox of a collection. Git works on a repository of ours in HOME, whose objects are
 * the workspace's: nothing that stands in the workspace's own `.git` decides what runs. It reads from HOME
 * `exclude` and `others`, and writes there `report`, in lines; the bundle goes to stdout.
 *
 * The report has `tip` (what the branch becomes), `broken-head`, `uncommitted` and its figures, `walk` with
 * a reason where the files are to be read one by one, and `lost` with the number of a ref.
 */
export const collectScript = `
set -u
umask 077
export GIT_DIR="$HOME/collect.git" GIT_WORK_TREE="$WORKSPACE" GIT_INDEX_FILE="$HOME/index"
cd "$WORKSPACE" || exit 1
say() { printf '%s\\n' "$*" >>"$HOME/report"; }
command -v git >/dev/null || { say no-git; exit 0; }
excluded=$(cat "$HOME/exclude")

# Whether all is there that these commits reach.
whole() { git rev-list --objects --quiet "$@" --not $excluded >/dev/null 2>&1; }

add_files() {
  if [ -f .git/index ] && [ ! -L .git/index ] && cp .git/index "$GIT_INDEX_FILE"; then
    git update-index -q --really-refresh >/dev/null
    git add --all --sparse >/dev/null && git write-tree && return
    rm -f "$GIT_INDEX_FILE" "$GIT_INDEX_FILE.lock"
  fi
  [ "$SPARSE" = no ] && git read-tree "$HEAD_COMMIT" && git add --all >/dev/null && git write-tree
}

whole "$HEAD_COMMIT" || { say broken-head; exit 0; }
tip=$HEAD_COMMIT
if [ "$ADDS" = yes ]; then
  if tree=$(add_files); then
    if [ "$tree" != "$(git rev-parse "$tip^{tree}")" ]; then
      if git diff-tree -r --no-renames "$tip" "$tree" | grep -q '^:[0-7]* 160000 '; then
        say walk there are other repositories in it
      else
        say uncommitted \\
          "$(git diff-tree -r --no-renames --diff-filter=A --name-only -z "$tip" "$tree" | tr -cd '\\000' | wc -c)" \\
          "$(git diff-tree -r --no-renames --no-ext-diff --no-textconv --shortstat "$tip" "$tree")"
        if [ "$COMMITS" = yes ]; then
          tip=$(git commit-tree -p "$tip" -F "$HOME/message" "$tree") || exit 1
        fi
      fi
    fi
  else
    say walk git could not add them
  fi
else
  say walk nothing confines what they could make git run
fi
git update-ref refs/collect/head "$tip" || exit 1
say tip "$tip"
if [ -s "$HOME/others" ]; then
  if whole $(cut -d' ' -f2 "$HOME/others"); then
    sed 's,^,create refs/collect/other/,' "$HOME/others" | git update-ref --stdin || exit 1
  else
    while read -r number commit; do
      whole "$commit" && git update-ref "refs/collect/other/$number" "$commit" || say lost "$number"
    done <"$HOME/others"
  fi
fi
# Git makes no bundle without a commit.
[ -z "$(git rev-list --max-count=1 --all --not $excluded)" ] && exit 0
exec git bundle create --quiet - --all --not $excluded
`;
