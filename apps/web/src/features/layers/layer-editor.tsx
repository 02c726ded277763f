import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { KIND_DETAILS, type LayerKind } from '../../parts/layers/layer-kinds.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import type { AccountLayer } from '../../parts/layers/use-layers.ts';
import { Screen } from '../../ui/screen.tsx';
import { FilePosition } from './file-position.tsx';
import { FitStatus } from './fit-status.tsx';
import { usesFilePosition, withFilePosition, withoutPair } from './layer-draft.ts';
import styles from './layer-editor.module.css';
import { LayerFields, PictureChoice } from './layer-fields.tsx';
import { LayerMap } from './layer-map.tsx';
import { PicturePane } from './picture-pane.tsx';
import { PointList } from './point-list.tsx';
import { useLayerEditor } from './use-layer-editor.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

interface LayerEditorProps {
  readonly kind: LayerKind;
  /** Null: a new layer. */
  readonly layer: AccountLayer | null;
}

/** Georeferences a picture: pairs of points on the picture and on the map, and the resulting placement. */
export function LayerEditor({ kind, layer }: LayerEditorProps) {
  const { t } = useTranslation('imageLayers');
  const { t: tApp } = useTranslation('app');
  const navigate = useNavigate();
  const editor = useLayerEditor(kind, layer);
  const { draft, change, files } = editor;
  return (
    <Screen
      title={layer === null ? t('add') : t('edit', { name: layer.layerName })}
      action={
        <span className={styles.actions}>
          <Button onClick={() => navigate(KIND_DETAILS[kind].listPath)}>{tApp('action.cancel')}</Button>
          <Button type="primary" loading={editor.saving} onClick={editor.save}>
            {tApp('action.save')}
          </Button>
        </span>
      }
      filters={<EditorFields editor={editor} />}
    >
      <div className={styles.panes}>
        <div className={styles.half}>
          {draft.picture === null ? (
            <PictureChoice reading={files.reading} onFiles={files.select} />
          ) : (
            <PicturePane
              picture={draft.picture}
              points={draft.layerPoints}
              onAdd={editor.addPicturePoint}
              onMove={editor.movePicturePoint}
            />
          )}
        </div>
        <div className={styles.half}>
          <MapPane editor={editor} />
        </div>
        <div className={styles.pairs}>
          <FitStatus placement={editor.placement} error={editor.error} submitted={editor.submitted} />
          <div className={styles.list}>
            <PointList
              draft={draft}
              placement={editor.placement}
              onRemove={(index) => change((previous) => withoutPair(previous, index))}
            />
          </div>
        </div>
      </div>
    </Screen>
  );
}

interface SectionProps {
  readonly editor: ReturnType<typeof useLayerEditor>;
}

function EditorFields({ editor: { draft, change, files, nameError } }: SectionProps) {
  const upload = draft.picture?.upload ?? null;
  return (
    <>
      <LayerFields
        draft={draft}
        nameError={nameError}
        reading={files.reading}
        onChange={(changes) => change((previous) => ({ ...previous, ...changes }))}
        onFiles={files.select}
      />
      {upload !== null && (
        <FilePosition
          upload={upload}
          isUsed={usesFilePosition(draft)}
          reading={files.reading}
          onFiles={files.select}
          onSystem={files.selectSystem}
          onUse={() => change(withFilePosition)}
        />
      )}
    </>
  );
}

/** The map with the reference points and a preview of the picture. */
function MapPane({ editor }: SectionProps) {
  const { t } = useTranslation('imageLayers');
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  return (
    <MapHost
      ariaLabel={t('editor.map')}
      base={base}
      padding={NO_PADDING}
      cameraStorageKey="layer"
      onReady={setView}
    >
      {view && (
        <LayerMap
          view={view}
          draft={editor.draft}
          placement={editor.placement}
          onPoints={editor.setMapPoints}
        />
      )}
    </MapHost>
  );
}
