import { z } from 'zod';

// The page's policy forbids code made of texts, which zod would try. To be imported before any schema.
z.config({ jitless: true });
