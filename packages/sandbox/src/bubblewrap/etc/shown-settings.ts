/**
 * What of this machine's `/etc` a sandbox shows, if it is there: what programs need to run, and
 * nothing about this machine's users, services or network. A `*` at the end stands for anything.
 */
export const shownSettings: readonly string[] = [
  // Libraries, and programs that have several names.
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'ld.so.preload', 'ld-musl-*', 'alternatives'],
  // Where NixOS keeps what the others have here themselves.
  'static',
  // Certificates, and which ciphers may be used.
  ...['ssl', 'pki', 'crypto-policies', 'gnutls'],
  // How names of all sorts are looked up.
  ...['nsswitch.conf', 'protocols', 'services', 'rpc', 'networks', 'host.conf', 'gai.conf'],
  ...['shells', 'mime.types', 'magic', 'magic.mime'],
  // Time, language, and which system this is.
  ...['localtime', 'timezone', 'locale.alias', 'locale.conf', 'os-release', 'lsb-release'],
  ...['debian_version', 'alpine-release', 'arch-release', 'fedora-release', 'redhat-release'],
  ...['system-release', 'SuSE-release', 'NIXOS', 'mtab'],
  // Shells, terminals and editors.
  ...['profile', 'profile.d', 'bash.bashrc', 'bashrc', 'zsh', 'zshenv', 'zshrc', 'zprofile'],
  ...['fish', 'inputrc', 'DIR_COLORS', 'terminfo', 'vim', 'vimrc', 'nanorc', 'login.defs'],
  ...['manpath.config', 'man_db.conf'],
  // Languages and their tools.
  ...['java*', 'jvm*', 'maven', 'ant', 'ant.d', 'gradle', 'perl', 'python*', 'ruby*', 'gemrc'],
  ...['php', 'php.ini', 'php.d', 'lua*', 'R', 'dotnet', 'ghc', 'texmf', 'erlang', 'xml', 'rpm'],
  // Pictures and fonts.
  ...['fonts', 'ImageMagick*', 'ghostscript', 'OpenCL', 'vulkan'],
];

/**
 * What shows how this machine reaches others, and with which names and passwords: only of use with a
 * network, and shown only then.
 */
export const shownWithNetwork: readonly string[] = [
  ...['hosts', 'resolv.conf', 'gitconfig', 'npmrc', 'pip.conf', 'wgetrc', 'curlrc'],
];

/** Whether a name is one of a list. */
export function isShown(name: string, shown: readonly string[]): boolean {
  return shown.some((entry) =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  );
}
