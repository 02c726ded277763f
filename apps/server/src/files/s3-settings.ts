/** A bucket of an S3-compatible storage, and how it is accessed. */
export interface S3Settings {
  /** URL without a path: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Of all keys: empty, or with a slash at the end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secret: string;
  /** Where requests name the bucket: in the path, or before the host of the endpoint. */
  readonly addressing: (typeof S3_ADDRESSING)[number];
}

export const S3_ADDRESSING = ['path', 'host'] as const;
