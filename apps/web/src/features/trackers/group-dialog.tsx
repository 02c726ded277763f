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
import { USER_QUERIES } from '../../service/session.ts';

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
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const client = useClient();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const last = useRef<GroupSubject>({ kind: 'add', parentId: null });
  if (subject) last.current = subject;
  const displayed = last.current;

  const save = useMutation({
    async mutationFn({ groupName }: Fields): Promise<void> {
      if (displayed.kind === 'add')
        await client.call('createGroup', { groupName: groupName.trim(), parentId: displayed.parentId });
      else await client.call('editGroup', { groupId: displayed.group.groupId, groupName: groupName.trim() });
    },
    async onSuccess() {
      onClose();
      await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'groups'] });
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
      okText={tApp('action.save')}
      cancelText={tApp('action.cancel')}
      confirmLoading={save.isPending}
      title={t(displayed.kind === 'add' ? 'groupAdd' : 'groupRename')}
      width={400}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ groupName: displayed.kind === 'rename' ? displayed.group.gn : '' }}
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
