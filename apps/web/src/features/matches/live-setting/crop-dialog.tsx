import { LIVE_PICTURE_SIZES, type LIVE_PICTURE_USES } from '@wakeline/contract/matches/live-conf';
import { Modal, Slider } from 'antd';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import type { PictureArea } from './crop-picture.ts';
import styles from './live-setting.module.css';

export type PictureUse = (typeof LIVE_PICTURE_USES)[number];

interface CropDialogProps {
  readonly file: File;
  readonly use: PictureUse;
  /** The picture is being uploaded. */
  readonly busy: boolean;
  readonly onCrop: (url: string, area: PictureArea) => void;
  readonly onCancel: () => void;
}

const ZOOM = { min: 1, max: 4, step: 0.05 };

/** Chooses the part of a picture that has the proportions of its use. */
export function CropDialog({ file, use, busy, onCrop, onCancel }: CropDialogProps) {
  const { t } = useTranslation('liveSetting');
  const { t: tApp } = useTranslation('app');
  const [url, setUrl] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(ZOOM.min);
  const [area, setArea] = useState<PictureArea | null>(null);
  const [natural, setNatural] = useState<{ readonly width: number } | null>(null);
  const { width, height } = LIVE_PICTURE_SIZES[use];
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  const isEnlarged = area !== null && natural !== null && area.width < width;

  return (
    <Modal
      open
      title={t('crop.title', { width, height })}
      okText={t('crop.use')}
      cancelText={tApp('action.cancel')}
      okButtonProps={{ disabled: area === null }}
      confirmLoading={busy}
      onOk={() => url !== null && area !== null && onCrop(url, area)}
      onCancel={onCancel}
      width={720}
      mask={{ closable: false }}
    >
      <p className={styles.hint}>{t('crop.hint')}</p>
      <div className={styles.cropper} style={{ aspectRatio: `${width} / ${height}` }}>
        {url !== null && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            aspect={width / height}
            objectFit="cover"
            showGrid={false}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
            onMediaLoaded={({ naturalWidth }) => setNatural({ width: naturalWidth })}
            cropperProps={{ 'aria-label': t('crop.area') }}
          />
        )}
      </div>
      <div className={styles.zoom}>
        <span>{t('crop.zoom')}</span>
        <Slider
          {...ZOOM}
          value={zoom}
          tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)} %` }}
          ariaLabelForHandle={t('crop.zoom')}
          onChange={setZoom}
        />
      </div>
      {isEnlarged && <p className={styles.warning}>{t('crop.enlarged', { width })}</p>}
    </Modal>
  );
}
