import { z } from 'zod';
import { isFileId } from '../../files/folder.ts';
import { damaged } from './frames.ts';

/** What stands in a backup besides data. Read again with the same schemas: a file may be anything. */
export const header = z.object({
  /** ISO 8601. */
  createdAt: z.string(),
  /** `server_version` of the PostgreSQL that it was taken of. */
  postgres: z.string(),
  /** What the database has had, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Weeks of positions that have a partition. */
  weeks: z.array(z.int().min(-10_000).max(1_000_000)),
});
export type Header = z.infer<typeof header>;

export const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

export const end = z.object({ count: z.int().nonnegative() });

export const sequence = z.object({
  table: z.string(),
  column: z.string(),
  /** As text: it has 64 bits. */
  value: z.string().regex(/^\d{1,19}$/),
});

export const storedFile = z.object({ fileId: z.string().refine(isFileId) });

export function parseJson<Schema extends z.ZodType>(schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw damaged(
      error instanceof SyntaxError ? 'it has JSON in it that is none' : 'it has unknown fields in it',
    );
  }
}
