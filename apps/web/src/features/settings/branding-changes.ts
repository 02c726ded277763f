import { type BrandingForm, brandingForm } from '@wakeline/contract/settings/settings';
import type { Preview } from '../../service/preview.ts';

/** The fields that differ from the stored values. The name is trimmed. */
export function changesOf(stored: BrandingForm, values: BrandingForm): Partial<BrandingForm> {
  const trimmed = { ...values, sysName: values.sysName.trim() };
  return Object.fromEntries(
    Object.keys(brandingForm.shape)
      .map((key) => key as keyof BrandingForm)
      .filter((key) => trimmed[key] !== stored[key])
      .map((key) => [key, trimmed[key]]),
  );
}

/** The changes that can be previewed: no incomplete colours, and no empty name, which the server replaces. */
export function previewOf({ sysName, logoUrl, themeColor, textColor }: Partial<BrandingForm>): Preview {
  const isColour = (text: string | undefined) => brandingForm.shape.themeColor.safeParse(text).success;
  return {
    ...(sysName ? { sysName } : {}),
    ...(logoUrl === undefined ? {} : { logoUrl }),
    ...(themeColor !== undefined && isColour(themeColor) ? { themeColor } : {}),
    ...(textColor !== undefined && isColour(textColor) ? { textColor } : {}),
  };
}
