import { z } from 'zod';
import { eventSchemas } from './dragoman-event.js';

const { init, ...others } = eventSchemas;

/** The schema of any event, to build into other schemas. To check one event, use `parseEvent`. */
export const dragomanEvent = z.discriminatedUnion('type', [init, ...Object.values(others)]);
