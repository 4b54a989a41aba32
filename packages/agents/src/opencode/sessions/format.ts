import { join } from 'node:path';
import type { JsonObject } from '@dragoman/protocol';
import { objectAt, objectsAt } from '../../interpret/json-fields.js';
import type { SessionFormat } from '../../sessions/session-format.js';
import { createOpencodeSaved } from '../saved.js';
import { dataHome } from './data-home.js';
import { storageFolder } from './storage-folder.js';

const NAME = /^(ses_\w+)\.json$/;

/** What OpenCode exports is one document; so far as it kept files, up to 1.1, each session has one. */
export const opencodeFormat: SessionFormat = {
  agent: 'opencode',
  title: 'OpenCode',
  layout: {
    home: dataHome,
    folders: (home) => [{ path: join(storageFolder(home), 'session'), archived: false }],
    // A folder for each project.
    depth: 1,
    idOf: (name) => NAME.exec(name)?.[1],
  },
  interpreter: createOpencodeSaved,
  documents: { isDocument: () => true, recordsOf },
};

/** One message at a time, so that no more than one is interpreted at once. */
function recordsOf(document: JsonObject): readonly JsonObject[] {
  const info = objectAt(document, 'info');
  if (info === undefined || !Array.isArray(document.messages)) return [document];
  return [info, ...objectsAt(document, 'messages')];
}
