import { closeSync, openSync, writeSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { quotedPath } from '../git/init-bare.js';
import type { TreeVisitor } from './walk-tree.js';

export interface CommitWords {
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly at: Date;
}

export interface StreamOptions extends CommitWords {
  readonly file: string;
  readonly ref: string;
  readonly onto: string;
  /** Whether the tree has only what is written now. Otherwise the rest stays as it is. */
  readonly replaces: boolean;
  readonly maxBytes: number;
}

export interface ImportStream extends TreeVisitor {
  /** Another repository in the tree, as it was. */
  submodule(path: string, commit: string): void;
  close(): void;
}

/** Writes a commit as the input of `git fast-import`, which has names as bytes and files as they are. */
export function openImportStream(options: StreamOptions): ImportStream {
  const file = openSync(options.file, 'wx', 0o600);
  let bytes = 0;
  const write = (data: string | Uint8Array) => {
    const piece = Buffer.from(data);
    bytes += piece.length;
    if (bytes > options.maxBytes) throw tooLarge(options.maxBytes);
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  };
  const entry = (mode: string, path: string, size: number) =>
    write(`M ${mode} inline ${quotedPath(Buffer.from(path, 'latin1'))}\ndata ${size}\n`);
  write(beginning(options));
  return {
    file(path, { executable, size, pieces }) {
      entry(executable ? '100755' : '100644', path, size);
      for (const piece of pieces()) write(piece);
      write('\n');
    },
    link(path, target) {
      entry('120000', path, target.length);
      write(target);
      write('\n');
    },
    submodule(path, commit) {
      write(`M 160000 ${commit} ${quotedPath(Buffer.from(path, 'latin1'))}\n`);
    },
    close() {
      try {
        write('done\n');
      } finally {
        closeSync(file);
      }
    },
  };
}

function beginning({ ref, onto, replaces, message, author, at }: StreamOptions): string {
  const who = `${author.name} <${author.email}> ${Math.floor(at.getTime() / 1000)} +0000`;
  const lines = [
    'feature done',
    `commit ${ref}`,
    `author ${who}`,
    `committer ${who}`,
    `data ${Buffer.byteLength(message)}`,
    message,
    `from ${onto}`,
    ...(replaces ? ['deleteall'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** What an agent has made is more than is taken from it. */
export function tooLarge(maxBytes: number): DragomanError {
  return new DragomanError(
    'bundle_too_large',
    `The work is larger than the ${maxBytes} bytes that are taken from a workspace. It is kept there. Look what is so large in it, or raise the limit.`,
  );
}
