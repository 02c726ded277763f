/** Reasons for rejecting an uploaded picture. */
export const PICTURE_ERRORS = [
  'picture-too-large',
  'picture-type',
  'picture-pixels',
  'picture-side',
  'picture-broken',
] as const;
