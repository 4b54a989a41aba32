import { isProcessOwner, type ProcessOwner } from '../record/process-owner.js';
import type { SandboxRecord } from '../record/sandbox-record.js';

/** Marks every container of Dragoman. */
export const ownLabel = 'dragoman=1';

const PREFIX = 'dragoman.';
const CALLERS = 'dragoman.label.';

/** Selects the containers of one sandbox. */
export function sandboxFilter(id: string): string {
  return `label=${PREFIX}sandbox_id=${id}`;
}

interface Labelled {
  readonly record: SandboxRecord;
  readonly stateDirectory: string;
}

/** The options that label a container with all that is known of its sandbox. */
export function containerLabels({ record, stateDirectory }: Labelled): readonly string[] {
  const { id, owner, createdAt, labels } = record;
  const own: Record<string, string> = {
    sandbox_id: id,
    created_at: createdAt,
    state_directory: stateDirectory,
    owner_pid: String(owner.pid),
    owner_host: owner.host,
    owner_boot_id: owner.bootId,
    owner_start_time: owner.startTime,
    owner_pid_namespace: owner.pidNamespace,
  };
  const all = [
    ownLabel,
    ...Object.entries(own).map(([name, value]) => `${PREFIX}${name}=${value}`),
    ...Object.entries(labels).map(([name, value]) => `${CALLERS}${name}=${value}`),
  ];
  return all.flatMap((label) => ['--label', label]);
}

/** What the labels of a container say of its sandbox. */
export interface LabelledSandbox {
  readonly id: string;
  readonly createdAt: string;
  readonly stateDirectory: string;
  readonly owner: ProcessOwner;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads labels back. `undefined` when they aren't such as are written here. */
export function readLabels(labels: Readonly<Record<string, unknown>>): LabelledSandbox | undefined {
  const own = (name: string) => labels[`${PREFIX}${name}`];
  const owner = {
    pid: Number(own('owner_pid')),
    host: own('owner_host'),
    startTime: own('owner_start_time'),
    bootId: own('owner_boot_id'),
    pidNamespace: own('owner_pid_namespace'),
  };
  const id = own('sandbox_id');
  const createdAt = own('created_at');
  const stateDirectory = own('state_directory');
  if (typeof id !== 'string' || typeof createdAt !== 'string') return undefined;
  if (typeof stateDirectory !== 'string' || !isProcessOwner(owner)) return undefined;
  const callers = Object.entries(labels).flatMap(([name, value]) =>
    name.startsWith(CALLERS) ? [[name.slice(CALLERS.length), String(value)]] : [],
  );
  return { id, createdAt, stateDirectory, owner, labels: Object.fromEntries(callers) };
}
