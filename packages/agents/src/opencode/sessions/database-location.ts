/** A session within a database. */
export interface DatabaseLocation {
  readonly database: string;
  readonly id: string;
}

const FORM = /^(.+\.db)#(ses_\w+)$/;

/** The place of a session in a database, in the form of a path: `…/opencode.db#ses_…`. */
export function writeSandboxFolders({ database, id }: DatabaseLocation): string {
  return `${database}#${id}`;
}

/** Undefined for what is the path of a file. */
export function readSandboxFolders(path: string): DatabaseLocation | undefined {
  const [, database, id] = FORM.exec(path) ?? [];
  return database === undefined || id === undefined ? undefined : { database, id };
}
