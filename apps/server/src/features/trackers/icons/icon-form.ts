import type { PictureForm } from '../../../files/picture.ts';

/** Drawn at 40 px: twice that for sharp screens. Pictures that are not square get transparent margins. */
export const ICON_FORM: PictureForm = { width: 80, height: 80, format: 'png', fill: true };
