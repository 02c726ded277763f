import { readFile } from 'node:fs/promises';
import { type LayerFile, layerFile } from './layer-file.ts';

/** The base layers cannot be loaded; the message has the file and the field. */
export class BaseLayersError extends Error {
  override readonly name = 'BaseLayersError';
}

/** @throws BaseLayersError with every problem, one per line. */
export async function readLayerFile(path: string): Promise<LayerFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new BaseLayersError(`WAKELINE_BASE_LAYERS: ${path} cannot be read (${codeOf(error)})`);
  });
  const parsed = layerFile.safeParse(parse(path, text));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${path}: ${fieldOf(issue.path)}: ${issue.message}`);
  throw new BaseLayersError(lines.join('\n'));
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BaseLayersError(
      `${path}: is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** `layers[3].names.zh_CN` */
function fieldOf(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name.replace(/^\./, '') || 'the file';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
