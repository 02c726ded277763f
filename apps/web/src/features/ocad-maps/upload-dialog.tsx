import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { Alert, Form, Input, Modal, Progress } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { DropArea } from '../../parts/forms/drop-area.tsx';
import { OCAD_MAPS_KEY } from '../../parts/layers/use-ocad-maps.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { createProgressFetch } from '../../service/upload.ts';

/** Time for 8 MB at 1 Mbit/s, and to read the file. */
const UPLOAD_TIMEOUT_MS = 3 * 60_000;

/** Uploads an OCAD file as a new map. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('ocadMaps');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const [file, setFile] = useState<File | null>(null);
  const [mapName, setMapName] = useState('');
  const { upload, sent, stop } = useUpload(onClose);
  const isTooLarge = file !== null && file.size > LIMITS.ocadBytes;
  const failure = isTooLarge ? new NamedError('ocad-too-large') : upload.error;
  const canUpload = file !== null && !isTooLarge && mapName.trim() !== '';

  function choose(next: File): void {
    upload.reset();
    setFile(next);
    if (mapName === '') setMapName(next.name.replace(/\.[^.]*$/, '').slice(0, LIMITS.name));
  }

  function close(): void {
    stop();
    onClose();
  }

  return (
    <Modal
      open
      title={t('upload.title')}
      onCancel={close}
      mask={{ closable: false }}
      cancelText={tApp('action.cancel')}
      okText={t('upload.start')}
      okButtonProps={{ disabled: !canUpload, loading: upload.isPending }}
      onOk={() => file !== null && upload.mutate({ ocadFile: file, mapName: mapName.trim() })}
    >
      <DropArea
        fileName={file?.name ?? null}
        prompt={t('upload.prompt')}
        hint={t('upload.hint')}
        buttonLabel={t('upload.choose')}
        accept=".ocd"
        busy={upload.isPending}
        onFile={choose}
      />
      <Form layout="vertical">
        <Form.Item label={t('name')} required>
          <Input
            aria-label={t('name')}
            value={mapName}
            maxLength={LIMITS.name}
            onChange={({ target }) => setMapName(target.value)}
          />
        </Form.Item>
      </Form>
      {upload.isPending && (
        <Progress
          percent={Math.round(sent * 100)}
          format={(percent) => (percent === 100 ? t('upload.reading') : `${percent} %`)}
        />
      )}
      {failure !== null && <Alert type="error" showIcon title={errorText(failure, language)} />}
    </Modal>
  );
}

function useUpload(onDone: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn(map: { readonly ocadFile: File; readonly mapName: string }) {
      abort.current = new AbortController();
      setSent(0);
      const { signal } = abort.current;
      return client.call('addOcadMap', map, {
        signal,
        fetch: createProgressFetch(setSent),
        timeout: UPLOAD_TIMEOUT_MS,
      });
    },
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: OCAD_MAPS_KEY }),
  });
  return { upload, sent, stop: () => abort.current?.abort(new Error('the dialog was closed')) };
}
