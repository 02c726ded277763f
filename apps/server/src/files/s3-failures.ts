import type { S3Settings } from './s3-settings.ts';

/** Codes of S3, https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, and of storages that imitate it. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'has no such bucket',
  InvalidAccessKeyId: 'does not know this access key: check WAKELINE_FILES_ACCESS_KEY',
  XAdminUserNotFound: 'does not know this access key: check WAKELINE_FILES_ACCESS_KEY',
  SignatureDoesNotMatch: 'refuses the secret: check WAKELINE_FILES_SECRET',
  AccessDenied: 'does not allow this access key to list, read, write and delete in the bucket',
  RequestTimeTooSkewed: 'refuses the clock of this machine, which is more than 15 minutes off',
  PermanentRedirect: 'has the bucket in another region: check WAKELINE_FILES_URL and WAKELINE_FILES_REGION',
  AuthorizationHeaderMalformed: 'has another region: check WAKELINE_FILES_REGION',
  QuotaExceeded: 'is full',
  InsufficientStorage: 'is full',
  InsufficientCapacity: 'is full',
  XMinioStorageFull: 'is full',
};

/** Insufficient Storage (RFC 4918, 11.5). */
const FULL_STATUS = 507;

/** Why a request failed: the rest of a sentence about the storage. It has no secrets. */
export function reasonOf(error: unknown, { endpoint, bucket }: S3Settings): string {
  const { name = '', code = '', message = '', $metadata } = Object(error) as Failure;
  const place = `${endpoint}, bucket ${bucket}`;
  const known = REASONS[name] ?? REASONS[code] ?? ($metadata?.httpStatusCode === FULL_STATUS && 'is full');
  if (known) return `${known} (${place}: ${name})`;
  if ($metadata?.httpStatusCode !== undefined) return `has failed (${place}: ${name}: ${message})`;
  return `cannot be reached (${place}: ${code || name}${message === '' ? '' : `: ${message}`})`;
}

/** Whether an object does not exist. The response to HEAD has only a status. */
export function isAbsent(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((Object(error) as Failure).name ?? '');
}

/** Whether an upload has been completed or aborted meanwhile. */
export function isUploadAbsent(error: unknown): boolean {
  return (Object(error) as Failure).name === 'NoSuchUpload';
}

/** Errors of the library, of Node.js, and AggregateError, which has only a code. */
interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}
