import { z } from 'zod';
import { isFileId } from '../../files/file-id.ts';
import { damaged } from './frames.ts';

/** The JSON of a backup. Validated on restore, because the file is untrusted. */
export const header = z.object({
  /** ISO 8601. */
  createdAt: z.string(),
  /** `server_version` of the source PostgreSQL. */
  postgres: z.string(),
  /** Applied migrations, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Weeks with a partition of positions or events. */
  weeks: z.array(z.int().min(-10_000).max(1_000_000)),
});
export type Header = z.infer<typeof header>;

export const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

export const end = z.object({ count: z.int().nonnegative() });

export const sequence = z.object({
  table: z.string(),
  column: z.string(),
  /** As text, because it has 64 bits. */
  value: z.string().regex(/^\d{1,19}$/),
});

export const storedFile = z.object({ fileId: z.string().refine(isFileId) });

export function parseJson<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw damaged(error instanceof SyntaxError ? 'invalid JSON' : 'invalid fields');
  }
}
