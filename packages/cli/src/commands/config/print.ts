import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { agents, parseAgentReference } from '@dragoman/agents';
import { defaultCacheDirectory, isSecretVariable } from '@dragoman/runtime/internal';
import { defaultStateDirectory, realFolder } from '@dragoman/sandbox';
import { type AppliedConfig, type AppliedSetting, applyConfig } from '../../config/apply-config.js';
import { userConfigFolder } from '../../config/find-config.js';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { formatDuration, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { jsonLine } from '../../terminal/text/json-line.js';

export interface PrintConfigOptions {
  readonly cwd?: string;
  readonly json?: boolean;
}

/** A row of what is printed. */
interface PrintedSetting {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
  readonly file?: string;
}

/** `dragoman config print`: every setting of a turn in a folder, and where its value comes from. */
export async function printConfig(
  { cwd = '.', json }: PrintConfigOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const folder = resolve(cwd);
  await realFolder(folder, 'workspace_missing', 'The workspace');
  const config = await applyConfig({}, folder, defaultStateDirectory());
  const { settings } = config;
  const said = settings.map((setting) => orVariable(withoutSecret(setting), settings));
  const rows = [...said, ...folders()];
  if (json) {
    await terminal.write(rows.map((row) => jsonLine(row)).join(''));
  } else {
    const cells = rows.map((row) => [row.name, shownValue(row), from(row)]);
    await terminal.write(formatTable(['SETTING', 'VALUE', 'FROM'], cells));
  }
  sayRefused(config, terminal);
  for (const note of config.notes)
    terminal.say(terminal.paint('yellow', `! ${harmlessLine(note)}`));
  return EXIT.success;
}

function sayRefused({ project, refused }: AppliedConfig, terminal: Terminal): void {
  if (project === undefined || refused.length === 0) return;
  const words = `! ${harmlessLine(project.path)} also sets ${refused.join(', ')}: no turn starts until you agree to it (dragoman config trust)`;
  terminal.say(terminal.paint('yellow', words));
}

/** What a variable says where no file does. Never a key. */
function orVariable(setting: PrintedSetting, settings: AppliedConfig['settings']): PrintedSetting {
  if (setting.name !== 'baseUrl' || setting.source !== 'default') return setting;
  const agent = String(settings.find(({ name }) => name === 'agent')?.value);
  const { urlVariables } = agents[parseAgentReference(agent).name].keys;
  const variable = urlVariables.find((name) => process.env[name]);
  if (variable === undefined) return setting;
  return { name: 'baseUrl', value: process.env[variable], source: `environment (${variable})` };
}

/** Where Dragoman keeps its files. */
function folders(): PrintedSetting[] {
  const folder = (name: string, value: string, variable: string): PrintedSetting => ({
    ...{ name, value, source: process.env[variable] ? `environment (${variable})` : 'default' },
  });
  return [
    folder('state folder', defaultStateDirectory(), 'DRAGOMAN_STATE'),
    folder('cache folder', defaultCacheDirectory(), 'DRAGOMAN_CACHE'),
    folder('your settings', userConfigFolder(), 'XDG_CONFIG_HOME'),
  ];
}

function withoutSecret(setting: AppliedSetting): PrintedSetting {
  if (setting.name !== 'env' || setting.source === 'default') return setting;
  const [name = '', ...value] = String(setting.value).split('=');
  const isSecret = value.length > 0 && isSecretVariable(name, value.join('='));
  return isSecret ? { ...setting, value: `${name}=…` } : setting;
}

function shownValue({ name, value, source }: PrintedSetting): string {
  if (name.toLowerCase().endsWith('timeout') && typeof value === 'number') {
    return formatDuration(value);
  }
  const text = harmlessLine(String(value));
  return source === 'default' ? text : shortPath(text, { home: homedir() });
}

function from({ source, file }: PrintedSetting): string {
  if (file === undefined) return source;
  return `${source} (${harmlessLine(shortPath(file, { home: homedir() }))})`;
}
