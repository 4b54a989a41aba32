import { expect, test } from 'vitest';
import { type GroupView, groupLocation } from './group-location.js';

function view(
  groups: string,
  mounts: readonly string[],
  files: Readonly<Record<string, string>> = {},
  closed: readonly string[] = [],
): GroupView {
  return {
    groups,
    mounts: mounts.join('\n'),
    read: (path) => files[path] ?? '',
    mayUse: (folder) => !closed.includes(folder),
  };
}

const ONE_TREE = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate';

test('in one tree it is the nearest group above that hands memory and processes on', () => {
  const own = '0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope\n';
  const app = '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice';
  const handed = {
    [`${app}/cgroup.subtree_control`]: 'memory pids\n',
    '/sys/fs/cgroup/cgroup.subtree_control': 'cpuset cpu io memory pids\n',
  };
  expect(groupLocation(view(own, [ONE_TREE], handed))).toEqual({
    version: 2,
    memory: app,
    processes: app,
  });
  expect(groupLocation(view(own, [ONE_TREE], handed, [app]))?.memory).toBe('/sys/fs/cgroup');
});

test('in one tree there is no place where nothing was handed over', () => {
  const own = '0::/user.slice/user-1000.slice/session-2.scope\n';
  const slice = '/sys/fs/cgroup/user.slice/user-1000.slice';
  const files = { [`${slice}/cgroup.subtree_control`]: 'memory pids\n' };
  expect(groupLocation(view(own, [ONE_TREE], files, [slice]))).toBeUndefined();
  const without = { [`${slice}/cgroup.subtree_control`]: 'pids\n' };
  expect(groupLocation(view(own, [ONE_TREE], without))).toBeUndefined();
});

test('in a tree for each controller it is the own group, in each', () => {
  const groups = '8:pids:/\n4:memory:/some/group\n1:cpu,cpuacct:/\n0::/\n';
  const mounts = [
    '41 32 0:36 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory',
    '45 32 0:40 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids',
    '47 32 0:42 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
  ];
  expect(groupLocation(view(groups, mounts))).toEqual({
    version: 1,
    memory: '/sys/fs/cgroup/memory/some/group',
    processes: '/sys/fs/cgroup/pids',
  });
  expect(groupLocation(view(groups, mounts, {}, ['/sys/fs/cgroup/pids']))).toBeUndefined();
});

test('a mount may show a part of the tree, as in a container', () => {
  const groups = '8:pids:/docker/abc\n4:memory:/docker/abc/below\n';
  const mounts = [
    '41 32 0:36 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
    '45 32 0:40 /docker/abc /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids',
  ];
  expect(groupLocation(view(groups, mounts))).toMatchObject({
    memory: '/sys/fs/cgroup/memory/below',
    processes: '/sys/fs/cgroup/pids',
  });
  const elsewhere = groups.replaceAll('/docker/abc', '/docker/other');
  expect(groupLocation(view(elsewhere, mounts))).toBeUndefined();
});

test('a system without control groups has no place for them', () => {
  expect(groupLocation(view('', []))).toBeUndefined();
});
