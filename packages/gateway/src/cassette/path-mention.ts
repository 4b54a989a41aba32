/**
 * Finds a folder wherever a text names it or something in it. Not where the path goes on within the
 * same name: `/tmp/work` is not in `/tmp/work-2`.
 */
export function pathMention(folder: string): RegExp {
  return new RegExp(`${folder.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\w-])`, 'g');
}
