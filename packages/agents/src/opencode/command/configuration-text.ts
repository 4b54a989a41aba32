/**
 * A configuration as JSON in which OpenCode finds no variables and files to put in. Newer versions
 * look for `{env:` and `{file:` in the text before they read it; JSON can say `{` otherwise.
 */
export function configurationText(configuration: object): string {
  return JSON.stringify(configuration).replaceAll(/\{(?=env:|file:)/g, '\\u007b');
}
