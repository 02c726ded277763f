import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Form, Input, Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { GroupSubject } from '../../parts/devices/subjects.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { MINE } from '../../service/session.ts';

interface GroupDialogProps {
  /** Null: closed. */
  readonly subject: GroupSubject | null;
  readonly onClose: () => void;
}

interface Fields {
  readonly groupName: string;
}

export function GroupDialog({ subject, onClose }: GroupDialogProps) {
  const { t } = useTranslation('trackers');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const client = useClient();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const last = useRef<GroupSubject>({ kind: 'add', parentId: null });
  if (subject) last.current = subject;
  const shown = last.current;

  const save = useMutation({
    async mutationFn({ groupName }: Fields): Promise<void> {
      if (shown.kind === 'add')
        await client.call('createGroup', { groupName: groupName.trim(), parentId: shown.parentId });
      else await client.call('editGroup', { groupId: shown.group.groupId, groupName: groupName.trim() });
    },
    async onSuccess() {
      onClose();
      await queries.invalidateQueries({ queryKey: [MINE, 'groups'] });
    },
    onError(error) {
      const text = errorText(error, language);
      if (error instanceof NamedError && error.errorName === 'group-name-taken')
        form.setFields([{ name: 'groupName', errors: [text] }]);
      else message.error(text);
    },
  });

  return (
    <Modal
      open={subject !== null}
      onCancel={onClose}
      onOk={() => form.submit()}
      okText={app('action.save')}
      cancelText={app('action.cancel')}
      confirmLoading={save.isPending}
      title={t(shown.kind === 'add' ? 'groupAdd' : 'groupRename')}
      width={400}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ groupName: shown.kind === 'rename' ? shown.group.gn : '' }}
        onFinish={(fields) => save.mutate(fields)}
      >
        <Form.Item
          name="groupName"
          label={t('groupName')}
          rules={[
            { required: true, whitespace: true, message: t('groupNameEmpty') },
            { max: LIMITS.name, message: t('tooLong', { max: LIMITS.name }) },
          ]}
        >
          <Input autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
