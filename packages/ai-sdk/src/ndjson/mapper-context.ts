import {
  createPartMapper,
  type PartMapper,
  type PartMapperOptions,
} from '../mapping/part-mapper.js';

/** What the mapping of a stream knows between two events. */
export interface NdjsonMapperContext {
  textBlockOpen: boolean;
  /** What the open text says so far. */
  lastAssistantContent: string;
}

export type MapperContextOptions = PartMapperOptions;

/** A context is plain data that its owner may look at; what only the mapping needs is kept here. */
const mappers = new WeakMap<NdjsonMapperContext, PartMapper>();

/**
 * The context of one stream.
 *
 * @param options `activity` shows the agent's own tools, plans and files; by default they stay internal.
 */
export function createMapperContext(options: MapperContextOptions = {}): NdjsonMapperContext {
  const context: NdjsonMapperContext = { textBlockOpen: false, lastAssistantContent: '' };
  mappers.set(context, createPartMapper({ activity: false, ...options }));
  return context;
}

/** The mapping behind a context. */
export function mapperOf(context: NdjsonMapperContext): PartMapper {
  const known = mappers.get(context);
  if (known !== undefined) return known;
  const mapper = createPartMapper({ activity: false });
  mappers.set(context, mapper);
  return mapper;
}
