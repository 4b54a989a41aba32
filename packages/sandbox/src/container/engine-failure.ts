import type { ProcessExit } from '../process/spawn-process.js';
import type { EngineName } from './engine-environment.js';

export interface EngineFailure {
  /** A sentence. */
  readonly why: string;
  /** A sentence, or several. */
  readonly remedy: string;
}

interface KnownFailure {
  readonly said: RegExp;
  readonly why: string;
  readonly remedy: string;
}

/** What engines say where they can't work, and what helps. */
const KNOWN: readonly KnownFailure[] = [
  {
    // crun, podman's default, on a system with cgroups of both versions.
    said: /cgroups in hybrid mode not supported/i,
    why: "The runtime crun can't work with this system's control groups (hybrid mode).",
    remedy:
      'Install runc and put runtime = "runc" under [engine] in ~/.config/containers/containers.conf, or in a file that $CONTAINERS_CONF names.',
  },
  {
    said: /setrlimit|setting rlimit/i,
    why: 'Containers are to get higher limits of open files or processes than this user may give.',
    remedy:
      'Put default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"] under [containers] in ~/.config/containers/containers.conf, or in a file that $CONTAINERS_CONF names.',
  },
  {
    // Its message goes on as that of a service that doesn't answer, so it comes first.
    said: /permission denied while trying to connect|permission denied.*docker\.sock/i,
    why: "This user may not use the engine's service.",
    remedy:
      'Add the user to the group docker and log in again, or use podman, which needs no group.',
  },
  {
    said: /cannot connect to the docker daemon|is the docker daemon running|dial unix/i,
    why: 'The client is there, but its service does not answer.',
    remedy: 'Start the service (systemctl start docker), or correct $DOCKER_HOST.',
  },
  {
    said: /newuidmap|newgidmap|no subuid ranges|insufficient UIDs or GIDs|cannot set up namespace/i,
    why: 'Podman has no user ids to give to containers of this user.',
    remedy:
      'Install uidmap and add a range: sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER, then podman system migrate.',
  },
  {
    said: /controller `?(memory|cpu|pids)`? is not available|cgroup.*(not delegated|no such file)|opening file .*(memory\.max|cpu\.max|pids\.max)/i,
    why: 'The system lets this user set no limits of memory, processor or processes.',
    remedy:
      'Use control groups of version 2 with delegation (systemd: Delegate=cpu cpuset io memory pids), or run the engine as root.',
  },
  {
    said: /no space left on device/i,
    why: 'The disk that holds the images of containers is full.',
    remedy: 'Make room: podman system prune, or docker system prune.',
  },
];

/** Whether an engine's message is one that has a remedy here. */
export function isKnownFailure(stderr: string): boolean {
  return KNOWN.some(({ said }) => said.test(stderr));
}

/** What an engine's client that failed meant, with what to do about it. */
export function engineFailure(
  name: EngineName,
  { exitCode, signal, reason, stderr }: ProcessExit & { readonly stderr: string },
): EngineFailure {
  const known = KNOWN.find(({ said }) => said.test(stderr));
  const words = stderr.trim().slice(-1000);
  if (known !== undefined) {
    return { why: `${known.why} ${name} says: ${words}`, remedy: known.remedy };
  }
  if (reason === 'timeout') {
    return { why: `${name} does not answer.`, remedy: `Look what becomes of: ${name} info` };
  }
  const ended = exitCode === null ? `was ended by ${signal}` : `ended with ${exitCode}`;
  return {
    why: `${name} ${ended}${words === '' ? '' : `: ${words}`}`,
    remedy: `Look whether this works: ${name} info`,
  };
}
