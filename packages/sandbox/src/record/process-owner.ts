import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { isOutOfResources } from '../process/out-of-resources.js';
import { isStillThere, readProcess } from '../process/process-table.js';

/** A process that something belongs to, described so that nobody else is ever taken for it. */
export interface ProcessOwner {
  readonly pid: number;
  /** A pid means nothing on another machine. */
  readonly host: string;
  /** Differs from that of a later process with the same pid. Empty where the system doesn't say. */
  readonly startTime: string;
  /** Differs with every boot of the machine. Empty where the system doesn't say. */
  readonly bootId: string;
  /** A pid means something else in another container. Empty where there are no namespaces. */
  readonly pidNamespace: string;
}

let self: ProcessOwner | undefined;

/** This process. */
export function thisOwner(): ProcessOwner {
  self ??= describeSelf();
  return self;
}

/** Throws where no file can be opened to find out: half a description would be that of a dead owner. */
function describeSelf(): ProcessOwner {
  const boot = bootIdIfReadable();
  const startTime = readProcess(process.pid)?.startTime ?? '';
  if (boot === undefined || (boot !== '' && startTime === '')) {
    throw new DragomanError(
      'open_files_limit',
      'This process can open no more files (EMFILE): raise its limit (ulimit -n), or run fewer turns at once.',
    );
  }
  const host = hostname();
  return { pid: process.pid, host, startTime, bootId: boot, pidNamespace: pidNamespace() };
}

/**
 * Whether an owner is still there. One that can't be seen from here, on another machine or in another
 * container, counts as there: what belongs to it isn't ours to judge.
 */
export function ownerIsAlive(owner: ProcessOwner): boolean {
  if (owner.host !== hostname()) return true;
  const boot = bootIdIfReadable();
  // A process that can open no more files can't tell.
  if (boot === undefined || (boot === '' && owner.bootId !== '')) return true;
  if (owner.bootId !== boot) return false;
  if (owner.pidNamespace !== pidNamespace()) return true;
  if (owner.startTime === '') return isAlive(owner.pid);
  return isStillThere(owner);
}

export function isProcessOwner(value: unknown): value is ProcessOwner {
  return (
    isJsonObject(value) &&
    typeof value.pid === 'number' &&
    ['host', 'startTime', 'bootId', 'pidNamespace'].every((name) => typeof value[name] === 'string')
  );
}

/** Whether there is a process with this pid, whoever it belongs to. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** The namespace of processes that this one is in. Empty where there is no such thing. */
export function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** `undefined` when this process can open no more files. */
function bootIdIfReadable(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch (error) {
    return isOutOfResources(error) ? undefined : '';
  }
}
