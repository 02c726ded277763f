/** Why a picture that was sent is not taken. */
export const PICTURE_ERRORS = [
  'picture-too-large',
  'picture-type',
  'picture-pixels',
  'picture-side',
  'picture-broken',
] as const;
