import { LIMITS } from '@wakeline/contract/limits';
import { App, Button, Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { flattenGroupTree } from '../../parts/devices/group-tree.ts';
import type { TrackerSubject } from '../../parts/devices/subjects.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import type { ConnectionSubject } from './connection/connection-dialog.tsx';
import { ConnectionButton, LazyConnectionDialog } from './connection/open-connection.tsx';
import { IconChooser } from './icon-chooser.tsx';
import { ModelField } from './model-field.tsx';
import { ProtocolField } from './protocol-field.tsx';
import { ReportKeyField } from './report-key-field.tsx';
import { fieldOfError, type TrackerFields, toFields } from './tracker-fields.ts';
import { useSaveTracker } from './use-save-tracker.ts';
import { ValidityField } from './validity-field.tsx';

interface TrackerFormProps {
  /** Null: closed. */
  readonly subject: TrackerSubject | null;
  readonly onClose: () => void;
  readonly onSaved: (trackerId: number) => void;
}

const MAX_LABEL_LENGTH = 16;
const MAX_MODEL_LENGTH = 64;
const MAX_CARD_LENGTH = 32;

/**
 * Drawer to register or edit a device. A click outside never closes it, nor does Escape after a change, so that input
 * is not lost.
 */
export function TrackerForm({ subject, onClose, onSaved }: TrackerFormProps) {
  const { t } = useTranslation('trackers');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<TrackerFields>();
  const groups = useGroups();
  const save = useSaveTracker();
  // Keeps the last content visible while the drawer closes.
  const last = useRef<TrackerSubject>({ kind: 'add', groupId: null });
  if (subject) last.current = subject;
  const displayed = last.current;
  const [connecting, setConnecting] = useState<ConnectionSubject | null>(null);
  const tooLong = (max: number) => ({ max, message: t('tooLong', { max }) });

  function submit(fields: TrackerFields): void {
    const trackerId = displayed.kind === 'edit' ? displayed.tracker.trackerId : null;
    save.mutate(
      { trackerId, fields },
      {
        onSuccess(savedId) {
          const name = fields.trackerName.trim();
          if (trackerId === null) showAdded({ trackerId: savedId, trackerName: name });
          else message.success(t('saved', { name }));
          onClose();
          onSaved(savedId);
        },
        onError(error) {
          const field = fieldOfError(error);
          if (field === null) message.error(errorText(error, language));
          else {
            form.setFields([{ name: field, errors: [errorText(error, language)] }]);
            form.scrollToField(field, { block: 'center' });
          }
        },
      },
    );
  }

  /** A new device still has to be pointed at this server. */
  function showAdded(added: ConnectionSubject): void {
    const key = `added-${added.trackerId}`;
    message.success({
      key,
      duration: 10,
      content: (
        <>
          {t('added', { name: added.trackerName })}
          <Button
            type="link"
            size="small"
            onClick={() => {
              message.destroy(key);
              setConnecting(added);
            }}
          >
            {t('connect')}
          </Button>
        </>
      ),
    });
  }

  return (
    <>
      <LazyConnectionDialog subject={connecting} onClose={() => setConnecting(null)} />
      <FormDrawer<TrackerFields>
        open={subject !== null}
        title={t(displayed.kind)}
        size={400}
        form={form}
        initialValues={toFields(displayed)}
        saving={save.isPending}
        onSave={submit}
        onClose={onClose}
      >
        <Form.Item
          name="trackerName"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, tooLong(LIMITS.name)]}
        >
          <Input autoFocus={displayed.kind === 'add'} />
        </Form.Item>
        <Form.Item
          name="imei"
          label={t('imei')}
          extra={t('imeiHint')}
          rules={[
            { required: true, whitespace: true, message: t('imeiEmpty') },
            { pattern: /^\s*[A-Za-z0-9-]*\s*$/, message: t('imeiShape') },
            tooLong(LIMITS.imei),
          ]}
        >
          <Input spellCheck={false} autoComplete="off" />
        </Form.Item>
        <Form.Item name="label" label={t('label')} extra={t('labelHint')} rules={[tooLong(MAX_LABEL_LENGTH)]}>
          <Input />
        </Form.Item>
        <Form.Item name="icon" label={t('icon')}>
          <IconChooser />
        </Form.Item>
        <Form.Item name="groupId" label={t('group')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('noGroup')}
            options={flattenGroupTree(groups.list).map(({ groupId, path }) => ({
              value: groupId,
              label: path,
            }))}
          />
        </Form.Item>
        <Form.Item name="model" label={t('model')} rules={[tooLong(MAX_MODEL_LENGTH)]}>
          <ModelField isNew={displayed.kind === 'add'} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('password')}
          extra={t('passwordHint')}
          rules={[{ pattern: /^\s*[A-Za-z0-9-]*\s*$/, message: t('passwordShape') }, tooLong(LIMITS.imei)]}
        >
          <Input
            spellCheck={false}
            autoComplete="off"
            placeholder={t(displayed.kind === 'add' ? 'passwordInitial' : 'passwordKept')}
          />
        </Form.Item>
        <Form.Item name="iotCard" label={t('iotCard')} rules={[tooLong(MAX_CARD_LENGTH)]}>
          <Input spellCheck={false} autoComplete="off" />
        </Form.Item>
        <Form.Item name="validUntil" label={t('validUntil')} extra={t('validUntilHint')}>
          <ValidityField />
        </Form.Item>
        {displayed.kind === 'edit' && (
          <Form.Item label={t('state')}>{t(`activation.${displayed.tracker.activation}`)}</Form.Item>
        )}
        <ProtocolField trackerId={displayed.kind === 'edit' ? displayed.tracker.trackerId : null} />
        {displayed.kind === 'edit' && (
          <Form.Item label={t('connection')}>
            <ConnectionButton subject={displayed.tracker} />
          </Form.Item>
        )}
        {displayed.kind === 'edit' && <ReportKeyField trackerId={displayed.tracker.trackerId} />}
        <Form.Item name="note" label={t('note')} rules={[tooLong(LIMITS.note)]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </FormDrawer>
    </>
  );
}
