import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { UploadedFile } from '@wakeline/contract/uploaded-file';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { temporaryPath } from './temporary-files.ts';

/** Maximum bytes of a part's header: a long file name fits. */
const PART_HEADER_BYTES = 8_192;
const PART_HEADERS = 20;
/** RFC 2046, section 5.1.1: a boundary has 1 to 70 of these characters. */
const BOUNDARY = /;\s*boundary=(?:"[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]"|[\w'+.\-/:=?(),]{1,70})\s*(?:;|$)/i;

export interface MultipartOptions {
  /** Folder for the files of requests. */
  readonly folder: string;
  /** Calls `then` when the call of a request ends, in any way. */
  readonly onCallEnd: (request: FastifyRequest, then: () => void) => void;
}

/** Limits of one request's body. */
export interface MultipartLimits {
  readonly takesFile: boolean;
  /** Bytes of the whole body. */
  readonly bodyBytes: number;
  /** Bytes of its fields without a file. */
  readonly fieldBytes: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that accept multipart bodies; by default no file and the body limit of any call. */
    readonly multipart?: MultipartLimits;
  }
}

const DEFAULT_LIMITS: MultipartLimits = {
  takesFile: false,
  bodyBytes: LIMITS.bodyBytes,
  fieldBytes: LIMITS.bodyBytes,
};

/**
 * Registers the parser for multipart/form-data (RFC 7578). The body is parsed as a stream; its file is written to disk and
 * removed when the call ends.
 *
 * Failures: `body-malformed` for a body that is malformed or ends before its closing boundary, `body-too-complex` for too
 * many parts, `body-too-large`, `field-invalid` for an unexpected file.
 */
export function acceptMultipart(fastify: FastifyInstance, options: MultipartOptions): void {
  fastify.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: Readable) =>
    readParts(request, body, options),
  );
}

type Fields = Record<string, string | UploadedFile>;

async function readParts(
  request: FastifyRequest,
  body: Readable,
  { folder, onCallEnd }: MultipartOptions,
): Promise<Fields> {
  const limits = request.routeOptions.config.multipart ?? DEFAULT_LIMITS;
  const parser = createParser(request, limits);
  const fields: Fields = Object.create(null);
  const files: Promise<void>[] = [];
  const openFiles = new Set<Readable>();
  let writeError: Error | null = null;
  const read = new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(error);
      body.unpipe(parser);
      // Without an error, the reader of a file that is completely in memory would never see its end.
      for (const content of openFiles) content.destroy(error);
    };
    let fieldBytes = 0;
    parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
      fieldBytes += Buffer.byteLength(value);
      if (name === undefined) fail(new NamedError('body-malformed'));
      else if (valueCut || fieldBytes > limits.fieldBytes) fail(new NamedError('body-too-large'));
      else fields[name] = value;
    });
    parser.on('file', (name: string | undefined, content, fileName) => {
      if (name === undefined || !limits.takesFile) {
        content.resume();
        const error = name === undefined ? 'body-malformed' : 'field-invalid';
        fail(new NamedError(error, name === undefined ? {} : { field: name, reason: 'file' }));
        return;
      }
      openFiles.add(content);
      const path = temporaryPath(folder);
      // Also if the call ends while its file is being written.
      onCallEnd(request, () => void discard(path, request));
      const written = pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 })).then(
        () => {
          fields[name] = new UploadedFile({ path, name: fileName, size: content.bytesRead });
        },
        async (error: Error) => {
          writeError = error;
          fail(error);
          // The call may have ended before the file existed.
          await discard(path, request);
        },
      );
      files.push(written.finally(() => openFiles.delete(content)));
    });
    for (const event of ['partsLimit', 'filesLimit'] as const)
      parser.on(event, () => fail(new NamedError('body-too-complex')));
    parser.on('error', () => fail(new NamedError('body-malformed')));
    parser.on('finish', resolve);
    // After the end of the call no more data arrives for the parser.
    onCallEnd(request, () => fail(new NamedError('body-malformed')));

    let bytes = 0;
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.bodyBytes) fail(new NamedError('body-too-large'));
    });
    body.on('error', fail);
    body.pipe(parser);
  });
  try {
    await read;
  } catch (error) {
    // The rest of a body of known length is read and dropped, so that its sender gets the response.
    if (request.headers['transfer-encoding'] === undefined) await drain(body);
    throw error;
  } finally {
    await Promise.all(files);
  }
  if (writeError !== null) throw writeError;
  return fields;
}

async function discard(path: string, { log }: FastifyRequest): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) =>
    log.warn({ err: error }, 'could not remove an uploaded file; will retry later'),
  );
}

function createParser(request: FastifyRequest, limits: MultipartLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  if (!BOUNDARY.test(contentType)) throw new NamedError('body-malformed');
  return new Busboy({
    headers: { 'content-type': contentType },
    // A part with a file name is a file (RFC 7578, section 4.2), whatever its type.
    isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    limits: {
      parts: LIMITS.multipartParts,
      files: 1,
      fieldSize: limits.fieldBytes,
      headerPairs: PART_HEADERS,
      headerSize: PART_HEADER_BYTES,
    },
  });
}

/** Reads and drops the rest of a body, up to its end or the end of its connection. */
async function drain(body: Readable): Promise<void> {
  body.resume();
  await finished(body).catch(() => undefined);
}
