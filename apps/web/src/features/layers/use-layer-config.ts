import type { MapLayer, PicturePoint } from '@wakeline/contract/entities/map-layer';
import { LIMITS } from '@wakeline/contract/limits';
import { App } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsaved } from '../../parts/forms/use-unsaved.ts';
import { errorText } from '../../service/error-text.ts';
import { heldOn, type LayerDraft, placeOf } from './layer-draft.ts';
import { useFaultText } from './use-fault-text.ts';
import { useLayerDraft } from './use-layer-draft.ts';
import { useSaveLayer } from './use-save-layer.ts';

/** A layer while it is laid on the map: what was given, what comes of it, and how it is saved. */
export function useLayerConfig(layer: MapLayer | null) {
  const { t } = useTranslation('ownLayers');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const faultText = useFaultText();
  /** Whether somebody wanted to save it: then what is missing is said as a mistake. */
  const [asked, setAsked] = useState(false);
  const tell = (error: unknown) => void message.error(errorText(error, language));
  const { draft, touched, reading, change, choose } = useLayerDraft(layer, tell);
  const saving = useSaveLayer(layer);
  useUnsaved(touched && !saving.isSuccess);

  // After the guard above has heard that nothing is unsaved.
  useEffect(() => {
    if (saving.isSuccess) navigate('/mapMyself');
  }, [saving.isSuccess, navigate]);

  const placed = useMemo(() => placeOf(draft), [draft]);
  const place = placed === null || typeof placed === 'string' ? null : placed;
  const fault = faultText(draft, placed);
  const name = draft.layerName.trim();

  function save(): void {
    setAsked(true);
    if (fault !== null) {
      message.error(fault);
      return;
    }
    saving.mutate(draft, {
      onSuccess: () => void message.success(t('saved', { name })),
      onError: tell,
    });
  }

  function isFull(points: readonly unknown[]): boolean {
    if (points.length < LIMITS.layerPoints) return false;
    message.warning(t('config.mostPoints', { count: LIMITS.layerPoints }));
    return true;
  }

  function addOnPicture(point: PicturePoint): void {
    if (isFull(draft.layerPoints)) return;
    change((before) => ({ ...before, layerPoints: [...before.layerPoints, point] }));
  }

  function moveOnPicture(index: number, point: PicturePoint): void {
    const { picture } = draft;
    if (picture === null) return;
    const held = heldOn(picture, point);
    change((before) => ({ ...before, layerPoints: before.layerPoints.with(index, held) }));
  }

  function setOnMap(points: LayerDraft['mapPoints']): void {
    if (points.length > draft.mapPoints.length && isFull(draft.mapPoints)) return;
    change((before) => ({ ...before, mapPoints: points }));
  }

  return {
    draft,
    reading,
    change,
    chooseFile: (file: File) => void choose(file),
    addOnPicture,
    moveOnPicture,
    setOnMap,
    place,
    fault,
    nameFault: asked && name === '' ? t('config.nameNeeded') : null,
    asked,
    save,
    saving: saving.isPending,
  };
}
