import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { PicturePoint } from '@wakeline/contract/entities/map-layer';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DraggableMarker } from '../../ui/draggable-marker.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { DraftPicture } from './layer-draft.ts';
import styles from './picture-pane.module.css';
import { type PictureView, toPanePoint } from './picture-view.ts';
import { usePictureView } from './use-picture-view.ts';

/** Zoom factor of a button. */
const BUTTON_ZOOM = 1.5;

interface PicturePaneProps {
  readonly picture: DraftPicture;
  readonly points: readonly PicturePoint[];
  readonly onAdd: (point: PicturePoint) => void;
  readonly onMove: (index: number, point: PicturePoint) => void;
}

/** The picture of a layer with its numbered points: a click sets a point, wheel and buttons zoom, dragging pans. */
export function PicturePane({ picture, points, onAdd, onMove }: PicturePaneProps) {
  const { t } = useTranslation('imageLayers');
  const { pane, view, zoom, showAll, handlers } = usePictureView(picture, onAdd);
  return (
    <div className={styles.frame}>
      <div
        ref={pane}
        className={styles.pane}
        role="application"
        aria-label={t('editor.picture')}
        {...handlers}
      >
        {view !== null && (
          <>
            <img
              src={picture.url}
              alt=""
              draggable={false}
              style={{
                width: picture.width,
                height: picture.height,
                transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
              }}
            />
            {points.map((point, index) => (
              <PointMarker
                // biome-ignore lint/suspicious/noArrayIndexKey: a marker is identified by its number
                key={index}
                point={point}
                number={index + 1}
                view={view}
                onMove={(moved) => onMove(index, moved)}
              />
            ))}
          </>
        )}
      </div>
      <div className={styles.tools}>
        <ViewButton name="closer" icon={<IconPlus size={18} />} onClick={() => zoom(BUTTON_ZOOM)} />
        <ViewButton name="farther" icon={<IconMinus size={18} />} onClick={() => zoom(1 / BUTTON_ZOOM)} />
        <ViewButton name="complete" icon={<IconMaximize size={18} />} onClick={showAll} />
      </div>
    </div>
  );
}

interface PointMarkerProps {
  readonly point: PicturePoint;
  readonly number: number;
  readonly view: PictureView;
  readonly onMove: (point: PicturePoint) => void;
}

function PointMarker({ point, number, view, onMove }: PointMarkerProps) {
  const { t } = useTranslation('imageLayers');
  const { x, y } = toPanePoint(view, point);
  return (
    <DraggableMarker
      number={number}
      label={t('editor.pictureMark', { number })}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      onMove={(dx, dy) => onMove({ x: point.x + dx / view.scale, y: point.y + dy / view.scale })}
    />
  );
}

interface ViewButtonProps {
  readonly name: 'closer' | 'farther' | 'complete';
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

function ViewButton({ name, icon, onClick }: ViewButtonProps) {
  const { t } = useTranslation('imageLayers');
  return (
    <IconButton type="default" label={t(`editor.${name}`)} placement="left" icon={icon} onClick={onClick} />
  );
}
