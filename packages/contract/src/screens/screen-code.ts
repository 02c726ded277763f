/** Codes of screen links begin with this; in `t`, other codes are the link code of an account. */
export const SCREEN_CODE_PREFIX = 'scr-';

/** Of 16 to 64 characters. */
export const SCREEN_CODE_PATTERN = /^scr-[A-Za-z0-9_-]+$/;

/** Whether a value of `t` is the code of a screen link. */
export function isScreenCode(code: string | null): code is string {
  return code !== null && code.length >= 16 && code.length <= 64 && SCREEN_CODE_PATTERN.test(code);
}
