import { NamedError } from '@wakeline/contract/errors';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import type { LayerDraft, placeOf } from './layer-draft.ts';

/** Says what a layer still needs: its picture, its points, its name (specification, section 5); null: nothing. */
export function useFaultText(): (draft: LayerDraft, placed: ReturnType<typeof placeOf>) => string | null {
  const { t } = useTranslation('ownLayers');
  const language = useLanguage();
  return ({ layerName }, placed) => {
    if (placed === null) return t('config.pictureNeeded');
    if (typeof placed === 'string') return errorText(new NamedError(placed), language);
    return layerName.trim() === '' ? t('config.nameNeeded') : null;
  };
}
