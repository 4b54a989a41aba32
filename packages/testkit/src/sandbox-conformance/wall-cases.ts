import assert from 'node:assert/strict';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConformanceCase } from './sandbox-subject.js';
import { run, shell, withFixture } from './with-fixture.js';

/** What no command can change in what it may write to, where files are confined. */
export const wallCases: readonly ConformanceCase[] = [
  {
    name: 'keeps commands from changing what is read-only, by whatever way, where it confines files',
    check: (subject) =>
      withFixture(subject, async ({ create, provider, workspace, home }) => {
        const own = join(workspace, 'modules', 'deep', 'own');
        await mkdir(own, { recursive: true });
        await writeFile(join(own, 'program'), 'as it was');
        await writeFile(join(home, 'settings'), 'as it was');
        const readOnly = [own, join(home, 'settings'), join(workspace, 'not', 'yet', 'there')];
        const sandbox = await create({ readOnly });
        const attempts = [
          'echo changed >modules/deep/own/program; echo changed >modules/deep/own/more',
          'rm -rf modules/deep/own; rm -rf modules; mv modules elsewhere; mv modules/deep elsewhere',
          'mv modules/deep/own elsewhere; ln -s /tmp elsewhere; mv -T elsewhere modules/deep/own',
          'ln modules/deep/own/program link && echo changed >link; rm -f link',
          'chmod 777 modules/deep/own modules/deep/own/program',
          'echo changed >~/settings; rm -f ~/settings; mv ~/settings ~/elsewhere; ln ~/settings ~/link',
          'mkdir -p not/yet/there; rmdir not; mv not elsewhere; ln -s /tmp not; echo changed >not/yet',
          'exec 3<modules/deep; echo changed >/proc/self/fd/3/own/program',
          'exec 1>&2; mkdir modules/deep/beside; echo wrote >modules/deep/beside/file; echo wrote >~/beside',
        ];
        if (!provider.abilities.confinesFiles) return;
        await run(sandbox, shell(sandbox, attempts.join('\n')));
        assert.equal(await readFile(join(own, 'program'), 'utf8'), 'as it was');
        assert.deepEqual(await readdir(own), ['program']);
        assert.equal(await readFile(join(home, 'settings'), 'utf8'), 'as it was');
        assert.equal(
          await readFile(join(workspace, 'modules/deep/beside/file'), 'utf8'),
          'wrote\n',
        );
        assert.equal(await readFile(join(home, 'beside'), 'utf8'), 'wrote\n');
        assert.deepEqual(await readdir(join(workspace, 'not')), []);
        await sandbox.remove();
        await assert.rejects(access(join(workspace, 'not')));
      }),
  },
];
