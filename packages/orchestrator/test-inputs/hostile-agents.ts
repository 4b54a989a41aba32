/**
 * What agents of these tests do, as lines of shell: at first honest work, then what a hostile one plants
 * (without a run of git, so that it is only later that it could have an effect), then what breaks its git.
 */
export const work: Readonly<Record<string, string>> = {
  commit: 'echo $RANDOM$$ >>README; git add README; git commit -qm "commit $$"',
  amend: 'echo amended >>lib/b.txt; git commit -qa --amend -m amended',
  reset: 'git reset -q --hard HEAD~1',
  orphan: 'git checkout -q --orphan other$$; git commit -qm "without a past"',
  branch:
    'git checkout -qb "side/$$" && echo side >side.txt && git add side.txt && git commit -qm side; git checkout -q -',
  detached: 'git checkout -q --detach; echo d >d.txt; git add d.txt; git commit -qm detached',
  stash: 'echo stashed >>run.sh; git stash -q || true',
  rename: 'git mv run.sh "walk it.sh" && git commit -qm renamed || true',
  gone: 'git rm -q --cached README && git commit -qm gone || true',
  merge:
    'git checkout -qb m$$ && echo m >m.txt && git add m.txt && git commit -qm m && git checkout -q - && git merge -q --no-ff -m merged m$$ || true',
  tag: 'git tag planted$$; git tag -a -m annotated annotated$$',
  subtree: 'git checkout -q "$(git commit-tree -m "no parent" HEAD^{tree})"',
};

export const plants: Readonly<Record<string, string>> = {
  hooks:
    'mkdir -p .git/hooks; for name in pre-commit commit-msg post-commit post-checkout post-index-change reference-transaction pre-auto-gc post-rewrite update pre-receive post-update post-merge; do printf "#!/bin/sh\\ntouch $CANARY\\n" >.git/hooks/$name; chmod +x .git/hooks/$name; done',
  hooksPath:
    'mkdir -p .h; printf "#!/bin/sh\\ntouch $CANARY\\n" >.h/reference-transaction; chmod +x .h/*; set_config core.hooksPath "$PWD/.h"',
  fsmonitor: 'set_config core.fsmonitor "touch $CANARY; false"',
  filters:
    'echo "* filter=evil diff=evil merge=evil" >>.gitattributes; set_config filter.evil.clean "touch $CANARY; cat"; set_config filter.evil.smudge "touch $CANARY; cat"; set_config filter.evil.process "touch $CANARY"; set_config diff.evil.textconv "touch $CANARY; cat"; set_config diff.evil.command "touch $CANARY"; set_config merge.evil.driver "touch $CANARY"',
  infoAttributes:
    'mkdir -p .git/info; echo "* filter=info" >.git/info/attributes; set_config filter.info.clean "touch $CANARY; cat"',
  programs:
    'for key in diff.external gpg.program core.pager core.editor core.sshCommand core.askPass credential.helper core.alternateRefsCommand uploadpack.packObjectsHook sequence.editor; do set_config $key "touch $CANARY"; done; set_config commit.gpgSign true; set_config log.showSignature true',
  promisor:
    'set_config core.repositoryFormatVersion 1; set_config extensions.partialClone evil; set_config remote.evil.promisor true; set_config remote.evil.url "ext::sh -c touch% $CANARY"; set_config protocol.ext.allow always; set_config remote.evil.uploadpack "touch $CANARY"',
  nested:
    'mkdir -p nested; cp -r .git nested/.git 2>/dev/null; printf "[core]\\n\\tfsmonitor = touch $CANARY\\n\\thooksPath = $PWD/.h\\n" >>nested/.git/config; echo in >nested/in.txt',
  emptyNested:
    'mkdir -p empty/.git/objects empty/.git/refs; echo "ref: refs/heads/x" >empty/.git/HEAD; echo in >empty/in.txt',
  worktree: 'set_config core.worktree "$HOST"',
  include:
    'set_config include.path "$HOST/.git/config"; set_config core.excludesFile "$HOST/README"',
  alternates:
    'mkdir -p .git/objects/info; echo "$HOST/.git/objects" >>.git/objects/info/alternates; echo "$SECRET" >.git/refs/heads/stolen',
  stolenTag: 'mkdir -p .git/refs/tags; echo "$SECRET" >.git/refs/tags/stolen',
  brokenConfig: 'printf "[core\\n" >>.git/config',
  brokenIndex: 'echo broken >.git/index',
  noIndex: 'rm -f .git/index',
  shallow: 'cat .git/refs/heads/main >.git/shallow 2>/dev/null || true',
  replace:
    'mkdir -p .git/refs/replace; cp .git/refs/heads/main .git/refs/replace/$(cat .git/refs/heads/main) || true',
  commondir: 'echo "$HOST/.git" >.git/commondir',
  oddNames: String.raw`d="$(printf 'odd\nnames')"; mkdir -p "$d"; echo 1 >"$d/-rf \"x\""; echo 2 >"$(printf 'caf\351')"; echo 3 >"--upload-pack=touch x"; echo 4 >"ü ~ %"; echo 5 >":(glob)**"`,
  dotGits: 'mkdir -p a/.GIT b/git~1; echo x >a/.GIT/config; echo x >b/git~1/config; echo y >a/y',
  special:
    'mkfifo pipe; ln -s /etc/passwd passwd; ln -s "$HOST" host; ln -s nowhere dangling; mkdir locked; echo l >locked/l; chmod 0 locked/l',
  deep: 'p=deep; for n in 1 2 3 4 5 6 7 8 9 10; do p=$p/dddddddddddddddddddd; done; mkdir -p $p; echo deep >$p/file',
  edited:
    'echo "edited by hand" >>lib/b.txt; rm -f src/deep/a.txt; mkdir -p ignored; echo i >ignored/i; echo l >x.log',
  modes: 'chmod 600 lib/b.txt; chmod +x README 2>/dev/null || true',
  typeChange: 'rm -rf lib; echo "a file now" >lib; rm -f link; mkdir link; echo x >link/x',
  gitmodules:
    'printf "[submodule \\"x\\"]\\n\\tpath = x\\n\\turl = https://example.invalid/x\\n" >.gitmodules',
};

export const breaks: Readonly<Record<string, string>> = {
  not: ':',
  removed: 'rm -rf .git',
  file: 'rm -rf .git; echo "gitdir: $HOST/.git" >.git',
  link: 'rm -rf .git; ln -s "$HOST/.git" .git',
  linkedObjects: 'rm -rf .git/objects; ln -s "$HOST/.git/objects" .git/objects',
  noObjects: 'rm -rf .git/objects; mkdir .git/objects',
  noHead: 'rm -f .git/HEAD',
  linkedHead: 'rm -f .git/HEAD; ln -s "$HOST/.git/HEAD" .git/HEAD',
  linkedRefs: 'rm -rf .git/refs; ln -s "$HOST/.git/refs" .git/refs',
  secretHead: 'echo "$SECRET" >.git/HEAD',
};

/** Before all else. A setting is written as a text: git itself would already obey those before it. */
export const preamble = `set_config() { section="\${1%%.*}"; rest="\${1#*.}"; key="\${rest##*.}"; sub="\${rest%"$key"}"; sub="\${sub%.}"
  if [ -n "$sub" ]; then printf '[%s "%s"]\\n' "$section" "$sub"; else printf '[%s]\\n' "$section"; fi >>.git/config
  printf '\\t%s = "%s"\\n' "$key" "$2" >>.git/config; }
`;
