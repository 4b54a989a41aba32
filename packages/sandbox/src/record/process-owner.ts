import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode, isJsonObject } from '@dragoman/protocol';
import { readProcess } from '../process/process-table.js';

/** A process that something belongs to, described so that nobody else is ever taken for it. */
export interface ProcessOwner {
  readonly pid: number;
  /** A pid means nothing on another machine. */
  readonly host: string;
  /** Tells a process from a later one with its pid. Empty where the system doesn't say. */
  readonly startTime: string;
  /** Tells this run of the machine from others. Empty where the system doesn't say. */
  readonly bootId: string;
  /** A pid means something else in another container. Empty where there are no namespaces. */
  readonly pidNamespace: string;
}

let self: ProcessOwner | undefined;

/** This process. */
export function thisOwner(): ProcessOwner {
  self ??= {
    pid: process.pid,
    host: hostname(),
    startTime: readProcess(process.pid)?.startTime ?? '',
    bootId: bootId(),
    pidNamespace: pidNamespace(),
  };
  return self;
}

/**
 * Whether an owner is still there. One that can't be seen from here, on another machine or in another
 * container, counts as there: what belongs to it isn't ours to judge.
 */
export function ownerIsAlive(owner: ProcessOwner): boolean {
  if (owner.host !== hostname()) return true;
  const boot = bootId();
  // A process that can open no more files can't tell.
  if (boot === '' && owner.bootId !== '') return true;
  if (owner.bootId !== boot) return false;
  if (owner.pidNamespace !== pidNamespace()) return true;
  if (owner.startTime === '') return isAlive(owner.pid);
  return readProcess(owner.pid)?.startTime === owner.startTime;
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
  return read(() => readlinkSync('/proc/self/ns/pid'));
}

function bootId(): string {
  return read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function read(source: () => string): string {
  try {
    return source();
  } catch {
    return '';
  }
}
