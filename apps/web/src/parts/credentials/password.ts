import { md5 } from 'js-md5';

/** The password format of the service: MD5 of the trimmed text (UTF-8), hexadecimal. */
export function passwordDigest(password: string): string {
  return md5(password.trim());
}
