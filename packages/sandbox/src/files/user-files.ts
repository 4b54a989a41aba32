export interface NamedUser {
  readonly uid: number;
  readonly gid: number;
  /** Its HOME, as the sandbox sees it. */
  readonly home: string;
  /** Agents run commands with it. Default: the one that is everywhere. */
  readonly shell?: string;
}

const NOBODY = 'nobody:x:65534:65534::/:/bin/false\n';

/** The lists of users and groups of a sandbox: its one user has a name and a HOME there. */
export function userFiles({
  uid,
  gid,
  home,
  shell = '/bin/sh',
}: NamedUser): Readonly<Record<'passwd' | 'group', string>> {
  // A colon or a line break would end the field; then HOME is what the environment says, as it is anyway.
  const folder = /[:\n]/.test(home) ? '/' : home;
  return {
    passwd: `agent:x:${uid}:${gid}::${folder}:${shell}\n${NOBODY}`,
    group: `agent:x:${gid}:\nnogroup:x:65534:\n`,
  };
}
