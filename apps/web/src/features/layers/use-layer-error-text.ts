import { NamedError } from '@wakeline/contract/errors';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import type { LayerDraft, placementOf } from './layer-draft.ts';

/** What a layer still lacks: picture, points or name (specification, section 5); null: nothing. */
export function useLayerErrorText(): (
  draft: LayerDraft,
  placement: ReturnType<typeof placementOf>,
) => string | null {
  const { t } = useTranslation('imageLayers');
  const language = useLanguage();
  return ({ layerName }, placement) => {
    if (placement === null) return t('editor.pictureNeeded');
    if (typeof placement === 'string') return errorText(new NamedError(placement), language);
    return layerName.trim() === '' ? t('editor.nameNeeded') : null;
  };
}
