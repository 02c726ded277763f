import { type BrandingForm, brandingForm } from '@wakeline/contract/settings/settings';
import type { Preview } from '../../service/preview.ts';

/** What differs from what is kept. A name is kept trimmed. */
export function changesOf(stored: BrandingForm, values: BrandingForm): Partial<BrandingForm> {
  const trimmed = { ...values, sysName: values.sysName.trim() };
  return Object.fromEntries(
    Object.keys(brandingForm.shape)
      .map((key) => key as keyof BrandingForm)
      .filter((key) => trimmed[key] !== stored[key])
      .map((key) => [key, trimmed[key]]),
  );
}

/** What of that can be seen already: no half of a colour, and no name that stands for another. */
export function previewOf({ sysName, logoUrl, themeColor, textColor }: Partial<BrandingForm>): Preview {
  const isColour = (text: string | undefined) => brandingForm.shape.themeColor.safeParse(text).success;
  return {
    ...(sysName ? { sysName } : {}),
    ...(logoUrl === undefined ? {} : { logoUrl }),
    ...(themeColor !== undefined && isColour(themeColor) ? { themeColor } : {}),
    ...(textColor !== undefined && isColour(textColor) ? { textColor } : {}),
  };
}
