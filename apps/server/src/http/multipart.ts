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

/** Bytes of the header of a part: a long file name fits. */
const PART_HEADER_BYTES = 8_192;
const PART_HEADERS = 20;
/** RFC 2046, section 5.1.1: a boundary has 1 to 70 of these characters. */
const BOUNDARY = /;\s*boundary=(?:"[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]"|[\w'+.\-/:=?(),]{1,70})\s*(?:;|$)/i;

export interface MultipartOptions {
  /** Folder for the files of requests. */
  readonly folder: string;
  /** Calls `then` when the call that a request makes is over, whichever way it ends. */
  readonly onCallEnd: (request: FastifyRequest, then: () => void) => void;
}

/** What the body of one request may have. */
export interface MultipartLimits {
  readonly takesFile: boolean;
  /** Bytes of the whole body. */
  readonly bodyBytes: number;
  /** Bytes of its fields without a file. */
  readonly fieldBytes: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that takes multipart bodies; without it they have no file and the limit of any call. */
    readonly multipart?: MultipartLimits;
  }
}

const DEFAULT_LIMITS: MultipartLimits = {
  takesFile: false,
  bodyBytes: LIMITS.bodyBytes,
  fieldBytes: LIMITS.bodyBytes,
};

/**
 * Teaches `fastify` multipart/form-data (RFC 7578). The body is parsed as it comes; its file goes straight to the disk and is
 * removed when the call is over.
 *
 * Failures: `body-malformed` for a body that is broken or ends before its closing boundary, `body-too-complex` for too many
 * parts, `body-too-large`, `field-invalid` for a file where none is taken.
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
      // Without an error, a file that is in memory whole would end for nobody who reads it.
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
      // Also where the call ends while its file is being written.
      onCallEnd(request, () => void discard(path, request));
      const written = pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 })).then(
        () => {
          fields[name] = new UploadedFile({ path, name: fileName, size: content.bytesRead });
        },
        async (error: Error) => {
          writeError = error;
          fail(error);
          // The call may have been over before there was a file to remove.
          await discard(path, request);
        },
      );
      files.push(written.finally(() => openFiles.delete(content)));
    });
    for (const event of ['partsLimit', 'filesLimit'] as const)
      parser.on(event, () => fail(new NamedError('body-too-complex')));
    parser.on('error', () => fail(new NamedError('body-malformed')));
    parser.on('finish', resolve);
    // Whatever the parser is waiting for then, it does not come.
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
    // The rest of a body whose length is known is passed over, so that its sender gets the answer.
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
    log.warn({ err: error }, 'an uploaded file could not be removed; tried again later'),
  );
}

function createParser(request: FastifyRequest, limits: MultipartLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  if (!BOUNDARY.test(contentType)) throw new NamedError('body-malformed');
  return new Busboy({
    headers: { 'content-type': contentType },
    // What has a file name is a file (RFC 7578, section 4.2), whatever its type.
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

/** Reads a body to its end and keeps nothing of it. Its end may also be that of its connection. */
async function drain(body: Readable): Promise<void> {
  body.resume();
  await finished(body).catch(() => undefined);
}
