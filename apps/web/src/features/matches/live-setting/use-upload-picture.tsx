import { useMutation } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIVE_PICTURE_SIZES } from '@wakeline/contract/matches/live-conf';
import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { requirePicture } from '../../../parts/forms/picture-file.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { CropDialog, type PictureUse } from './crop-dialog.tsx';
import { cropPicture, type PictureArea } from './crop-picture.ts';

export const ACCEPTED_PICTURES = '.png,.jpg,.jpeg';

interface UploadPicture {
  /** Opens the cropping of a file. */
  readonly choose: (file: File) => void;
  /** Must be rendered. */
  readonly dialog: ReactNode;
}

/** Crops a picture to the size of its use and uploads it. */
export function useUploadPicture(
  matchId: number,
  use: PictureUse,
  onUploaded: (url: string) => void,
): UploadPicture {
  const { t } = useTranslation('liveSetting');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const [file, setFile] = useState<File | null>(null);
  const upload = useMutation({
    async mutationFn({ url, area }: { readonly url: string; readonly area: PictureArea }) {
      const picture = await cropPicture(url, area, LIVE_PICTURE_SIZES[use]).catch(() => {
        throw new NamedError('picture-broken');
      });
      return client.call('uploadLiveConfPic', { matchId, use, picture });
    },
    onSuccess({ url }) {
      onUploaded(url);
      setFile(null);
    },
    onError: (error) => void message.error(errorText(error, language)),
  });

  function choose(chosen: File): void {
    try {
      requirePicture(chosen);
      setFile(chosen);
    } catch (error) {
      message.error(`${chosen.name}: ${errorText(error, language)}`);
    }
  }

  const dialog = file !== null && (
    <CropDialog
      file={file}
      use={use}
      busy={upload.isPending}
      onCrop={(url, area) => upload.mutate({ url, area })}
      onCancel={() => {
        if (upload.isPending) message.info(t('uploading'));
        else setFile(null);
      }}
    />
  );
  return { choose, dialog };
}
