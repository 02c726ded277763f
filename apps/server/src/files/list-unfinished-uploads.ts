import { ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';

export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** The uploads of a bucket that are neither completed nor aborted; the library has no function that reads all pages. */
export async function* listUnfinishedUploads(
  client: S3Client,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
): AsyncGenerator<UnfinishedUpload, void> {
  let next: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | null = {};
  while (next !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: prefix,
      ...next,
    });
    const page = await client.send(command);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key !== undefined && UploadId !== undefined && Initiated !== undefined)
        yield { key: Key, uploadId: UploadId, startedAt: Initiated.getTime() };
    }
    const { NextKeyMarker, NextUploadIdMarker } = page;
    next =
      page.IsTruncated && NextKeyMarker
        ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
        : null;
  }
}
