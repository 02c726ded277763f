import { S3_ADDRESSING, type S3Settings } from '../files/s3-settings.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { InvalidValueError, nonEmptyText, oneOf } from './values.ts';

/** The bucket of a URL whose path begins with its name. */
type Bucket = Pick<S3Settings, 'endpoint' | 'bucket' | 'prefix'>;

/** Names of buckets and keys that every storage accepts and that are the same in a URL. */
const BUCKET = /^[\w.-]{3,63}$/;
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/;
/** What URLs leave out or decode: another bucket than the one that is written there. */
const REWRITTEN = /%|\/\.\.?(\/|$)/;
/** Keys have at most 1,024 bytes. */
const MAX_PREFIX = 500;

function bucketUrl(text: string): Bucket {
  const url = URL.parse(text.trim());
  const [bucket = '', ...folders] = url?.pathname.replace(/^\/|\/$/g, '').split('/') ?? [];
  const prefix = folders.join('/');
  if (
    url === null ||
    !['https:', 'http:'].includes(url.protocol) ||
    REWRITTEN.test(text.trim()) ||
    url.username + url.password + url.search + url.hash !== '' ||
    !BUCKET.test(bucket) ||
    !(prefix === '' || (PREFIX.test(prefix) && prefix.length <= MAX_PREFIX))
  ) {
    throw new InvalidValueError(
      'is not a URL such as https://s3.example.com/bucket or https://s3.example.com/bucket/prefix',
    );
  }
  return { endpoint: url.origin, bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

export const FILES_VARIABLES = {
  WAKELINE_FILES_URL: {
    meaning:
      'bucket of an S3-compatible storage in which stored files are, with a prefix if it is not for them alone: https://s3.example.com/bucket/prefix. Without it they are in WAKELINE_DATA',
    default: null,
    parse: bucketUrl,
  },
  WAKELINE_FILES_ACCESS_KEY: {
    meaning: 'access key of the bucket',
    default: null,
    parse: nonEmptyText(512),
  },
  WAKELINE_FILES_SECRET: {
    meaning: 'secret of this access key',
    default: null,
    parse: nonEmptyText(512),
  },
  WAKELINE_FILES_REGION: {
    meaning: 'region of the bucket; storages without regions accept any',
    default: 'us-east-1',
    parse: nonEmptyText(64),
  },
  WAKELINE_FILES_ADDRESSING: {
    meaning:
      'where requests name the bucket: path; host, as bucket.s3.example.com, which Alibaba Cloud and Tencent Cloud require',
    default: 'path',
    parse: oneOf(S3_ADDRESSING),
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

export const FILES_SECRETS = [
  'WAKELINE_FILES_URL',
  'WAKELINE_FILES_ACCESS_KEY',
  'WAKELINE_FILES_SECRET',
] as const satisfies readonly (keyof typeof FILES_VARIABLES)[];

/** Null: stored files are in the data folder. */
export function readFilesBucket(context: ReaderContext): S3Settings | null {
  const { optional, value, requireWith } = createReader(FILES_VARIABLES, context);
  const url = optional('WAKELINE_FILES_URL');
  const accessKey = optional('WAKELINE_FILES_ACCESS_KEY');
  const secret = optional('WAKELINE_FILES_SECRET');
  const settings = { region: value('WAKELINE_FILES_REGION'), addressing: value('WAKELINE_FILES_ADDRESSING') };
  if (url === null) {
    requireWith('WAKELINE_FILES_', 'WAKELINE_FILES_URL');
    return null;
  }
  if (accessKey === null)
    context.problems.push('WAKELINE_FILES_ACCESS_KEY: required with WAKELINE_FILES_URL');
  if (secret === null) context.problems.push('WAKELINE_FILES_SECRET: required with WAKELINE_FILES_URL');
  return accessKey === null || secret === null ? null : { ...url, ...settings, accessKey, secret };
}
