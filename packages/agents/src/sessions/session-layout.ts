import type { SessionFile } from './session-files.js';

/** Where an agent keeps its session files, and what their names tell. */
export interface SessionLayout {
  /** The agent's own folder, as the agent itself would find it. */
  home(environment: Readonly<Record<string, string | undefined>>, userHome: string): string;
  /** The folders in the agent's own in which sessions lie. */
  folders(home: string): readonly SessionFolder[];
  /** How deep files may lie in those: 0 for right in them. */
  readonly depth: number;
  /** The id of the session in a file; undefined for a file that is none. There may be very many. */
  idOf(name: string, path: string): string | undefined;
  /** True where a name has only the beginning of the id: to be sure takes opening the file. */
  readonly namesAreBeginnings?: boolean;
  /** Of several files of one session, those that hold it, by their names. Absent: there are none. */
  choose?(files: readonly SessionFile[]): readonly SessionFile[];
  /** When a session began, by the name of its file. */
  startOf?(name: string): string | undefined;
  /** The session whose agent started this one, by the place of its file. */
  parentOf?(path: string): string | undefined;
  /** The folder that the agent worked in, by what lies around the file of the session. */
  workspaceOf?(path: string): string | undefined;
}

export interface SessionFolder {
  readonly path: string;
  readonly archived: boolean;
}
