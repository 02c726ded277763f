import type { PicturePoint } from '@wakeline/contract/entities/map-layer';
import { LIMITS } from '@wakeline/contract/limits';
import { App } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import { KIND_DETAILS, type LayerKind } from '../../parts/layers/layer-kinds.ts';
import type { AccountLayer } from '../../parts/layers/use-layers.ts';
import { errorText } from '../../service/error-text.ts';
import { clampToPicture, type LayerDraft, placementOf } from './layer-draft.ts';
import { useLayerDraft } from './use-layer-draft.ts';
import { useLayerErrorText } from './use-layer-error-text.ts';
import { useSaveLayer } from './use-save-layer.ts';

/** State of the layer editor: draft, resulting placement, and saving. */
export function useLayerEditor(kind: LayerKind, layer: AccountLayer | null) {
  const { t } = useTranslation('imageLayers');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const layerErrorText = useLayerErrorText();
  /** Set by the first attempt to save; from then on, missing values are shown as errors. */
  const [submitted, setSubmitted] = useState(false);
  const showError = (error: unknown) => void message.error(errorText(error, language));
  const { draft, touched, change, files } = useLayerDraft(layer, showError);
  const saving = useSaveLayer(kind, layer);
  useUnsavedPrompt(touched && !saving.isSuccess);

  // In an effect, after the prompt above has registered that nothing is unsaved.
  useEffect(() => {
    if (saving.isSuccess) navigate(KIND_DETAILS[kind].listPath);
  }, [saving.isSuccess, navigate, kind]);

  const placementResult = useMemo(() => placementOf(draft), [draft]);
  const placement = placementResult === null || typeof placementResult === 'string' ? null : placementResult;
  const draftError = layerErrorText(draft, placementResult);
  const name = draft.layerName.trim();

  function save(): void {
    setSubmitted(true);
    if (draftError !== null) {
      message.error(draftError);
      return;
    }
    saving.mutate(draft, {
      onSuccess: () => void message.success(t('saved', { name })),
      onError: showError,
    });
  }

  function isFull(points: readonly unknown[]): boolean {
    if (points.length < LIMITS.layerPoints) return false;
    message.warning(t('editor.mostPoints', { count: LIMITS.layerPoints }));
    return true;
  }

  function addPicturePoint(point: PicturePoint): void {
    if (isFull(draft.layerPoints)) return;
    change((previous) => ({ ...previous, layerPoints: [...previous.layerPoints, point] }));
  }

  function movePicturePoint(index: number, point: PicturePoint): void {
    const { picture } = draft;
    if (picture === null) return;
    const clamped = clampToPicture(picture, point);
    change((previous) => ({ ...previous, layerPoints: previous.layerPoints.with(index, clamped) }));
  }

  function setMapPoints(points: LayerDraft['mapPoints']): void {
    if (points.length > draft.mapPoints.length && isFull(draft.mapPoints)) return;
    change((previous) => ({ ...previous, mapPoints: points }));
  }

  return {
    draft,
    files,
    change,
    addPicturePoint,
    movePicturePoint,
    setMapPoints,
    placement,
    error: draftError,
    nameError: submitted && name === '' ? t('editor.nameNeeded') : null,
    submitted,
    save,
    saving: saving.isPending,
  };
}
