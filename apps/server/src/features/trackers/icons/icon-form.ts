import type { PictureForm } from '../../../files/picture.ts';

/** Drawn at 40 px: twice that for sharp screens. What is beside a picture that is no square is see-through. */
export const ICON_FORM: PictureForm = { width: 80, height: 80, format: 'png', fill: true };
