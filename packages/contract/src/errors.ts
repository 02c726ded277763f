// Length: one table typed over all names, so that each name has one text per language and one code.
/** Definition of an error, for responses and the log. */
export interface ErrorEntry {
  /** `result_code` of the envelope. Codes are never reused. */
  readonly code: string;
  /** `result_msg` for a caller whose language is zh_CN. */
  readonly zh: string;
  readonly en: string;
  /** Whether it is logged for the operator: a problem of the server, or a possible attack. */
  readonly log: boolean;
  /** HTTP status of a response `{error, message}` without an envelope; unset: an envelope with status 200. */
  readonly status?: number;
}

/** Every failure of the service, by name. The console branches on the name, never on the text. */
export const ERRORS = {
  // --- any call ---
  'session-gone': {
    code: '201',
    zh: '登录已失效，请重新登录',
    en: 'Your session has ended, please sign in again',
    log: false,
  },
  'field-invalid': {
    code: '400',
    zh: '请提交正确的信息',
    en: 'Please submit the correct information again',
    log: false,
  },
  'body-malformed': { code: '401', zh: '请求内容无法解析', en: 'The request could not be read', log: false },
  'not-allowed': { code: '403', zh: '您没有此操作的权限', en: 'You are not allowed to do this', log: false },
  'uid-not-yours': {
    code: '404',
    zh: 'uid 与当前登录用户不符',
    en: 'The uid does not belong to the signed-in user',
    log: true,
  },
  'origin-refused': {
    code: '405',
    zh: '请求来源不被接受',
    en: 'Requests from this origin are not accepted',
    log: true,
  },
  'too-many-requests': {
    code: '429',
    zh: '操作过于频繁，请稍后再试',
    en: 'Too many requests, please try again later',
    log: false,
  },
  internal: { code: '500', zh: '网络异常，请稍后重试', en: 'Network error, try again later', log: true },
  'database-away': {
    code: '503',
    zh: '数据库暂时不可用，请稍后重试',
    en: 'The database is not available, please try again later',
    log: true,
  },
  // --- before the operation is known: sent as HTTP errors ---
  'operation-unknown': {
    code: '406',
    zh: '该接口不存在',
    en: 'This operation does not exist',
    log: false,
    status: 404,
  },
  'host-refused': {
    code: '421',
    zh: '服务器未启用该主机名，请联系运维人员',
    en: 'This host name is not enabled on this server; its operator can add it (WAKELINE_ALLOWED_HOSTS)',
    log: true,
    status: 421,
  },
  'body-too-large': {
    code: '413',
    zh: '请求内容过大',
    en: 'The request is too large',
    log: false,
    status: 413,
  },
  'body-too-complex': {
    code: '407',
    zh: '请求内容的结构过于复杂',
    en: 'The request has too many fields or is nested too deeply',
    log: false,
    status: 400,
  },
  'bytes-in-flight': {
    code: '408',
    zh: '同时发送的数据过多，请稍后再试',
    en: 'Too much data is being sent at once, please try again later',
    log: false,
    status: 429,
  },
  overloaded: {
    code: '504',
    zh: '服务繁忙，请稍后重试',
    en: 'The server is busy, please try again later',
    log: true,
    status: 503,
  },
  // --- detected by the client: never sent by the server ---
  'network-failed': { code: '901', zh: '网络连接错误', en: 'Network connection error', log: false },
  'timed-out': {
    code: '902',
    zh: '网络异常，请稍后重试',
    en: 'Network error, try again later',
    log: false,
  },
  'answer-malformed': {
    code: '903',
    zh: '服务器响应无法识别',
    en: 'The response of the server could not be read',
    log: false,
  },
  'drawing-unfinished': {
    code: '904',
    zh: '请先完成绘制再保存',
    en: 'Finish the drawing before you save',
    log: false,
  },
  'coordinates-empty': {
    code: '905',
    zh: '经纬度不能为空',
    en: 'Latitude and longitude cannot be empty',
    log: false,
  },
  // --- signing in ---
  'account-empty': { code: '1001', zh: '账号不能为空', en: 'Account cannot be empty', log: false },
  'credentials-wrong': { code: '1002', zh: '账号或密码错误', en: 'Wrong account or password', log: false },
  'login-locked': {
    code: '1003',
    zh: '尝试次数过多，请稍后再试',
    en: 'Too many attempts, please try again later',
    log: true,
  },
  'user-disabled': { code: '1004', zh: '该账号已被停用', en: 'This account is disabled', log: false },
  'login-way-unavailable': {
    code: '1005',
    zh: '该登录方式未开通',
    en: 'This sign-in method is not available',
    log: false,
  },
  'second-factor-needed': {
    code: '1006',
    zh: '请输入动态验证码',
    en: 'Please enter the authenticator code',
    log: false,
  },
  'second-factor-wrong': {
    code: '1007',
    zh: '动态验证码错误，请重新输入',
    en: 'The authenticator code is wrong',
    log: false,
  },
  'code-wrong': {
    code: '1008',
    zh: '验证码错误或已过期',
    en: 'The verification code is wrong or has expired',
    log: false,
  },
  'code-too-soon': {
    code: '1009',
    zh: '验证码已发送，请稍后再试',
    en: 'A code was just sent, please wait before requesting another',
    log: false,
  },
  'code-limit': {
    code: '1010',
    zh: '验证码发送次数过多，请稍后再试',
    en: 'Too many codes were sent, please try again later',
    log: true,
  },
  'registration-closed': { code: '1011', zh: '注册未开放', en: 'Registration is closed', log: false },
  'phone-taken': {
    code: '1012',
    zh: '该手机号已被使用',
    en: 'This phone number is already in use',
    log: false,
  },
  'ticket-gone': {
    code: '1013',
    zh: '验证已失效，请重新验证手机号',
    en: 'The verification has expired, please verify your phone number again',
    log: false,
  },
  'sign-wrong': { code: '1014', zh: '签名错误', en: 'The signature is wrong', log: true },
  'sign-expired': { code: '1015', zh: '签名已过期', en: 'The signature has expired', log: false },
  'sign-used': { code: '1016', zh: '签名已被使用', en: 'The signature was already used', log: true },
  'password-wrong': { code: '1017', zh: '原密码错误', en: 'The original password is wrong', log: false },
  'password-common': {
    code: '1018',
    zh: '该密码过于常见，请换一个',
    en: 'This password is too common, please choose another',
    log: false,
  },
  'two-factor-on': {
    code: '1019',
    zh: '两步验证已开启',
    en: 'Two-factor sign-in is already on',
    log: false,
  },
  'two-factor-off': { code: '1020', zh: '两步验证未开启', en: 'Two-factor sign-in is off', log: false },
  'session-unknown': { code: '1021', zh: '会话不存在', en: 'This session does not exist', log: false },
  'token-unknown': { code: '1022', zh: '令牌不存在', en: 'This token does not exist', log: false },
  'token-limit': {
    code: '1023',
    zh: '令牌数量已达上限，请先删除不用的令牌',
    en: 'You have reached the limit of tokens; delete one first',
    log: false,
  },
  'message-not-sent': {
    code: '1024',
    zh: '短信发送失败，请稍后重试',
    en: 'The text message could not be sent, please try again later',
    log: true,
  },
  'password-same': {
    code: '1026',
    zh: '新密码不能与原密码相同',
    en: 'The new password must differ from the current one',
    log: false,
  },
  'ground-support-unset': {
    code: '1025',
    zh: '地面保障未配置，请联系服务商',
    en: 'Ground support is not configured, please contact your dealer',
    log: false,
  },
  // --- sub-users ---
  'sub-user-unknown': { code: '5101', zh: '子账号不存在', en: 'This sub-account does not exist', log: false },
  'login-taken': { code: '5102', zh: '该账号已存在', en: 'This account name is taken', log: false },
  'sub-user-limit': {
    code: '5103',
    zh: '子账号数量已达上限',
    en: 'The account has reached its limit of sub-accounts',
    log: false,
  },
  'right-not-yours': {
    code: '5104',
    zh: '不能授予您没有的权限',
    en: 'You cannot grant a right that you do not have',
    log: true,
  },
  'login-is-phone': {
    code: '5106',
    zh: '账号不能是手机号',
    en: 'An account name cannot be a phone number',
    log: false,
  },
  'own-rights': {
    code: '5105',
    zh: '不能修改自己的权限',
    en: 'You cannot change your own rights',
    log: true,
  },
  // --- settings and pictures ---
  'picture-too-large': {
    code: '5201',
    zh: '图片不能超过 4 MB',
    en: 'Images can be up to 4 MB',
    log: false,
  },
  'picture-type': {
    code: '5202',
    zh: '仅支持 png、jpg、jpeg 图片',
    en: 'Only png, jpg and jpeg images are supported',
    log: false,
  },
  'picture-pixels': {
    code: '5205',
    zh: '图片像素过多，请缩小后重试',
    en: 'The image has too many pixels',
    log: false,
  },
  'picture-side': {
    code: '5207',
    zh: '图片的宽和高均不能超过 16384 像素',
    en: 'Images can be up to 16,384 pixels wide and high',
    log: false,
  },
  'picture-broken': {
    code: '5206',
    zh: '图片已损坏，无法读取',
    en: 'The image is damaged and cannot be read',
    log: false,
  },
  'picture-unknown': { code: '5203', zh: '图片不存在', en: 'This image does not exist', log: false },
  'file-unknown': { code: '5204', zh: '文件不存在', en: 'This file does not exist', log: false, status: 404 },
  // --- extension panels ---
  'panel-unknown': { code: '5301', zh: '面板不存在', en: 'This panel does not exist', log: false },
  'panel-sort-taken': {
    code: '5302',
    zh: '该排序已被其他面板使用',
    en: 'Another panel already has this order number',
    log: false,
  },
  'panel-limit': {
    code: '5303',
    zh: '面板数量已达上限',
    en: 'The account has reached its limit of panels',
    log: false,
  },
  'panel-address-own': {
    code: '5304',
    zh: '接口地址不能使用本系统的主机名',
    en: "The address must not use this system's own host name",
    log: false,
  },
  // --- plugins ---
  'activation-code-wrong': {
    code: '5401',
    zh: '激活码错误',
    en: 'The activation code is wrong',
    log: false,
  },
  'activation-code-used': {
    code: '5402',
    zh: '激活码已被使用',
    en: 'This activation code was already used',
    log: false,
  },
  'activation-code-expired': {
    code: '5403',
    zh: '激活码已过期',
    en: 'This activation code has expired',
    log: false,
  },
  // --- batch tasks ---
  'task-unknown': { code: '5501', zh: '任务不存在', en: 'This task does not exist', log: false },
  'task-limit': {
    code: '5502',
    zh: '一小时内发起的任务过多，请稍后再试',
    en: 'Too many tasks were started within the hour, please try again later',
    log: false,
  },
  'task-ended': { code: '5503', zh: '任务已结束', en: 'The task has already finished', log: false },
  'task-final': {
    code: '5504',
    zh: '该任务不能取消：已删除的内容无法恢复',
    en: 'This task cannot be cancelled: what it erases cannot be restored',
    log: false,
  },
  'task-interrupted': {
    code: '5505',
    zh: '任务因服务器停止已中断两次，不再自动重试',
    en: 'The task was interrupted twice by a server stop and is not retried automatically',
    log: true,
  },
  'task-stopped': {
    code: '5506',
    zh: '任务已被运营方取消',
    en: 'The operator of the system cancelled the task',
    log: false,
  },
  'task-queue-full': {
    code: '5507',
    zh: '等待和进行中的任务过多，请等待其完成或取消部分任务',
    en: 'Too many tasks are waiting or in progress; let some finish or cancel some',
    log: false,
  },
  'task-not-failed': {
    code: '5508',
    zh: '只能重试失败的任务',
    en: 'Only failed tasks can be retried',
    log: false,
  },
  'task-retried': { code: '5509', zh: '该任务已重试', en: 'The task has already been retried', log: false },
  'task-not-retryable': {
    code: '5510',
    zh: '该类任务不能重试，请重新发起',
    en: 'Tasks of this kind cannot be retried; please start a new one',
    log: false,
  },
  'task-cancelled-by-administrator': {
    code: '5511',
    zh: '任务已被管理员取消',
    en: 'An administrator of the account cancelled the task',
    log: false,
  },
  // --- trackers and groups ---
  'tracker-unknown': { code: '2001', zh: '设备不存在', en: 'This device does not exist', log: false },
  'imei-taken': {
    code: '2002',
    zh: '该 IMEI/ID 已被登记',
    en: 'This IMEI/ID is already registered',
    log: false,
  },
  'group-unknown': { code: '2003', zh: '分组不存在', en: 'This group does not exist', log: false },
  'group-name-taken': {
    code: '2004',
    zh: '分组名称已存在',
    en: 'A group with this name already exists',
    log: false,
  },
  'tracker-limit': {
    code: '2006',
    zh: '设备数量已达上限',
    en: 'The account has reached its limit of devices',
    log: false,
  },
  'group-limit': {
    code: '2007',
    zh: '分组数量已达上限',
    en: 'The account has reached its limit of groups',
    log: false,
  },
  'group-in-itself': {
    code: '2008',
    zh: '分组不能移动到自身或其下级分组中',
    en: 'A group cannot be moved into itself or one of its subgroups',
    log: false,
  },
  'group-depth': { code: '2009', zh: '分组层级过深', en: 'Groups are nested too deeply', log: false },
  'sos-not-open': {
    code: '2010',
    zh: '该设备没有未解除的 SOS',
    en: 'This device has no active SOS',
    log: false,
  },
  'shown-limit': {
    code: '2011',
    zh: '单独设置显示或隐藏的设备过多，请按分组设置',
    en: 'Too many devices are shown or hidden one by one; show or hide groups instead',
    log: false,
  },
  'devices-unticked': { code: '2051', zh: '请勾选设备', en: 'Please tick devices', log: false },
  'selection-changed': {
    code: '2052',
    zh: '符合条件的设备数量已变化，请核对后重试',
    en: 'The number of matching devices has changed, please check it and try again',
    log: false,
  },
  'validity-in-past': {
    code: '2054',
    zh: '有效期必须晚于当前时间',
    en: 'The validity must end in the future',
    log: false,
  },
  'transfer-account-unknown': {
    code: '2055',
    zh: '目标账号不是您的客户，也不是您的经销商',
    en: 'The target account is neither a customer nor the dealer of your account',
    log: false,
  },
  'transfer-account-inactive': {
    code: '2056',
    zh: '目标账号已停用，或其设备管理功能未开通或已到期',
    en: 'The target account is disabled, or its device management is not active or has expired',
    log: false,
  },
  'transfer-group-unknown': {
    code: '2057',
    zh: '目标账号没有该分组',
    en: 'The target account has no such group',
    log: false,
  },
  'transfer-limit': {
    code: '2058',
    zh: '超出目标账号的设备数量上限',
    en: 'The target account would exceed its limit of devices',
    log: false,
  },
  // --- rules ---
  'rule-unknown': { code: '6501', zh: '规则不存在', en: 'This rule does not exist', log: false },
  'rule-limit': {
    code: '6502',
    zh: '规则数量已达上限',
    en: 'The account has reached its limit of rules',
    log: false,
  },
  'rule-targets': {
    code: '6503',
    zh: '请选择规则适用的设备或分组；您只能选择自己可见的设备和分组',
    en: 'Choose the devices or groups of the rule; only those that you can see',
    log: false,
  },
  'rule-recovery': {
    code: '6504',
    zh: '恢复电量必须高于报警电量',
    en: 'The recovered battery level must be above the low one',
    log: false,
  },
  'rule-dwell': {
    code: '6505',
    zh: '停留时长仅适用于进入围栏',
    en: 'A dwell time applies to entering a fence only',
    log: false,
  },
  // --- map objects ---
  'fence-unknown': { code: '6001', zh: '围栏不存在', en: 'This fence does not exist', log: false },
  'fence-limit': {
    code: '6002',
    zh: '围栏数量已达上限',
    en: 'The account has reached its limit of fences',
    log: false,
  },
  'fence-shape-wrong': {
    code: '6003',
    zh: '围栏形状与类型不符',
    en: 'The shape does not match the fence type',
    log: false,
  },
  'fence-too-few-points': {
    code: '6004',
    zh: '多边形至少需要三个不同的顶点',
    en: 'A polygon needs at least three different points',
    log: false,
  },
  'fence-self-crosses': {
    code: '6005',
    zh: '围栏的边线不能自相交',
    en: 'The outline of a fence must not cross itself',
    log: false,
  },
  'fence-hole-outside': {
    code: '6006',
    zh: '孔洞必须位于围栏内部，且互不重叠',
    en: 'A hole must lie inside the fence and must not touch other holes',
    log: false,
  },
  'fence-radius': {
    code: '6007',
    zh: '圆形围栏的半径必须大于 0',
    en: 'The radius of a circle must be greater than 0',
    log: false,
  },
  'fence-too-large': { code: '6008', zh: '围栏范围过大', en: 'The fence is too large', log: false },
  'label-point-unknown': {
    code: '6101',
    zh: '标注点不存在',
    en: 'This labelled point does not exist',
    log: false,
  },
  'label-point-limit': {
    code: '6102',
    zh: '标注点数量已达上限',
    en: 'The account has reached its limit of labelled points',
    log: false,
  },
  'map-picture-limit': {
    code: '6103',
    zh: '图片数量已达上限；未被标注点使用的图片会在一天后删除',
    en: 'The account has reached its limit of labelled point images; unused images are deleted after a day',
    log: false,
  },
  'route-unknown': { code: '6201', zh: '路线不存在', en: 'This route does not exist', log: false },
  'route-limit': {
    code: '6202',
    zh: '路线数量已达上限',
    en: 'The account has reached its limit of routes',
    log: false,
  },
  'route-too-short': {
    code: '6203',
    zh: '路线需要起点和终点',
    en: 'A route needs a start and an end',
    log: false,
  },
  'routing-unset': {
    code: '6204',
    zh: '未配置路线规划服务',
    en: 'No routing service is configured',
    log: false,
  },
  'routing-failed': {
    code: '6205',
    zh: '路线规划服务没有响应，请稍后重试',
    en: 'The routing service is not responding, please try again later',
    log: false,
  },
  'route-not-found': {
    code: '6206',
    zh: '这些地点之间没有可用的路线',
    en: 'No route was found between these points',
    log: false,
  },
  'gps-file-too-large': {
    code: '6301',
    zh: '文件不能超过 4 MB',
    en: 'Files can be up to 4 MB',
    log: false,
  },
  'gps-file-type': {
    code: '6302',
    zh: '仅支持 gpx、kml、kmz、geojson 文件',
    en: 'Only gpx, kml, kmz and geojson files are supported',
    log: false,
  },
  'gps-file-malformed': {
    code: '6303',
    zh: '文件内容有误，无法读取',
    en: 'The file is damaged and cannot be read',
    log: false,
  },
  'gps-file-coordinates': {
    code: '6304',
    zh: '文件中有坐标缺失或超出范围',
    en: 'Coordinates in the file are missing or out of range',
    log: false,
  },
  'gps-file-entities': {
    code: '6305',
    zh: '文件含有 XML 实体声明，不予读取',
    en: 'The file declares XML entities and is not read',
    log: false,
  },
  'gps-file-expands': {
    code: '6306',
    zh: '压缩文件解压后过大',
    en: 'The contents of the compressed file are too large',
    log: false,
  },
  'gps-file-entries': {
    code: '6311',
    zh: '压缩文件中的文件过多或文件名过长',
    en: 'There are too many files in the archive, or their names are too long',
    log: false,
  },
  'gps-file-costly': {
    code: '6312',
    zh: '读取该文件所需的时间或内存超出限制',
    en: 'Reading the file takes too much time or memory',
    log: true,
  },
  'gps-file-points': {
    code: '6307',
    zh: '文件中的坐标点过多，请拆分后再导入',
    en: 'The file has too many points',
    log: false,
  },
  'gps-file-empty': {
    code: '6308',
    zh: '文件中没有可导入的路线、标注点或围栏',
    en: 'The file contains no routes, labelled points or fences to import',
    log: false,
  },
  'export-empty': { code: '6309', zh: '没有可导出的内容', en: 'There is nothing to export', log: false },
  'export-too-large': {
    code: '6310',
    zh: '导出的文件过大，请分批导出',
    en: 'The file would be too large, please export fewer items at a time',
    log: false,
  },
  'icon-unknown': { code: '6401', zh: '图标不存在', en: 'This icon does not exist', log: false },
  'icon-limit': {
    code: '6402',
    zh: '图标数量已达上限',
    en: 'The account has reached its limit of icons',
    log: false,
  },
  'model-unknown': { code: '6411', zh: '设备型号不存在', en: 'This model does not exist', log: false },
  'model-name-taken': {
    code: '6412',
    zh: '已存在同名的设备型号',
    en: 'The account already has a model with this name',
    log: false,
  },
  'model-limit': {
    code: '6413',
    zh: '设备型号数量已达上限',
    en: 'The account has reached its limit of models',
    log: false,
  },
  'model-text': {
    code: '6414',
    zh: '指令文本不正确',
    en: 'The text of an instruction is not valid',
    log: false,
  },
  'model-text-limit': {
    code: '6415',
    zh: '指令文本数量已达上限',
    en: 'The account has reached its limit of instruction texts',
    log: false,
  },
  'feed-unknown': { code: '6421', zh: '数据源不存在', en: 'This feed does not exist', log: false },
  'feed-limit': {
    code: '6422',
    zh: '数据源数量已达上限',
    en: 'The account has reached its limit of feeds',
    log: false,
  },
  'feed-connection-unsupported': {
    code: '6423',
    zh: '该类数据源不支持此连接方式',
    en: 'This kind of feed cannot be connected in this way',
    log: false,
  },
  'feed-address-refused': {
    code: '6424',
    zh: '服务器不允许连接到该地址',
    en: 'The server may not connect to this address; its operator can allow it (WAKELINE_FEED_NETWORKS)',
    log: true,
  },
  'feed-url-invalid': {
    code: '6425',
    zh: '网址必须使用 HTTP 或 HTTPS，且不含用户名',
    en: 'The address must use HTTP or HTTPS and contain no user name',
    log: false,
  },
  'feed-area-empty': {
    code: '6426',
    zh: '区域的北界必须大于南界',
    en: 'The north edge of the area must be north of the south edge',
    log: false,
  },
  'feed-sender-taken': {
    code: '6427',
    zh: '该发送地址已被其他数据源使用，请改用令牌',
    en: 'This sender address is used by another feed; use the token instead',
    log: false,
  },
  'share-unknown': { code: '6501', zh: '分享链接不存在', en: 'This share link does not exist', log: false },
  'share-gone': { code: '6502', zh: '分享链接已失效', en: 'This share link no longer works', log: false },
  'share-expiry': {
    code: '6503',
    zh: '有效期须晚于当前时间，且不超过一年',
    en: 'A link must expire in the future, and within a year',
    log: false,
  },
  'share-password': {
    code: '6505',
    zh: '有效期超过一天的链接需要输入登录密码',
    en: 'Links valid for more than a day require your password',
    log: false,
  },
  'share-limit': {
    code: '6504',
    zh: '有效的分享链接数量已达上限，请先停止不用的分享',
    en: 'You have reached the limit of active share links',
    log: false,
  },
  // --- instructions ---
  'instruction-target-missing': {
    code: '6701',
    zh: '请选择需要下发指令的对象',
    en: 'Please select the object before sending instructions',
    log: false,
  },
  'instruction-not-supported': {
    code: '6702',
    zh: '设备不支持该功能',
    en: 'The device does not support this feature',
    log: false,
  },
  'instruction-not-encodable': {
    code: '6703',
    zh: '设备无法接受该参数值',
    en: 'The device cannot take these values',
    log: false,
  },
  'instruction-value': {
    code: '6704',
    zh: '指令参数不正确',
    en: 'A value of the instruction is not valid',
    log: false,
  },
  'instruction-unconfirmed': {
    code: '6705',
    zh: '该指令需要二次确认',
    en: 'This instruction needs a second confirmation',
    log: false,
  },
  'instruction-limit': {
    code: '6706',
    zh: '等待发送的指令数量已达上限',
    en: 'The account has reached its limit of waiting instructions',
    log: false,
  },
  'instruction-devices-limit': {
    code: '6707',
    zh: '一次最多向 10000 台设备下发指令',
    en: 'Instructions can be sent to 10,000 devices at once',
    log: false,
  },
  'instruction-no-gateway': {
    code: '6708',
    zh: '服务器未配置短信网关',
    en: 'The server has no gateway for text messages',
    log: false,
  },
  'instruction-no-phone': {
    code: '6709',
    zh: '设备没有可接收短信的卡号',
    en: 'The device has no card number for text messages',
    log: false,
  },
  'instruction-unknown': {
    code: '6710',
    zh: '指令不存在',
    en: 'This instruction does not exist',
    log: false,
  },
  'instruction-not-failed': {
    code: '6711',
    zh: '只能重发失败的指令',
    en: 'Only failed instructions can be sent again',
    log: false,
  },
  'photo-unknown': {
    code: '6715',
    zh: '照片不存在',
    en: 'This photo does not exist',
    log: false,
  },
  'recording-unknown': {
    code: '6716',
    zh: '录音不存在',
    en: 'This recording does not exist',
    log: false,
  },
  'recording-unreadable': {
    code: '6717',
    zh: '录音已损坏，无法播放',
    en: 'This recording is damaged and cannot be played',
    log: false,
  },
  'template-unknown': { code: '6712', zh: '模板不存在', en: 'This template does not exist', log: false },
  'template-name-taken': {
    code: '6713',
    zh: '模板名称已存在',
    en: 'A template with this name exists',
    log: false,
  },
  'template-limit': {
    code: '6714',
    zh: '模板数量已达上限',
    en: 'The account has reached its limit of templates',
    log: false,
  },
  // --- image layers ---
  'layer-unknown': { code: '6601', zh: '图层不存在', en: 'This layer does not exist', log: false },
  'layer-limit': {
    code: '6602',
    zh: '图层数量已达上限',
    en: 'The account has reached its limit of layers',
    log: false,
  },
  'layer-points': {
    code: '6603',
    zh: '至少需要三个参考点',
    en: 'At least three reference points are needed',
    log: false,
  },
  'layer-points-uneven': {
    code: '6604',
    zh: '图片与地图上的参考点数量必须相同',
    en: 'The image and the map must have the same number of reference points',
    log: false,
  },
  'layer-points-line': {
    code: '6605',
    zh: '参考点不能都在一条直线上',
    en: 'The reference points must not all lie on one line',
    log: false,
  },
  'layer-off-map': {
    code: '6606',
    zh: '按这些参考点，图片超出了地图范围',
    en: 'With these reference points the image extends beyond the map',
    log: false,
  },
  'layer-too-large': {
    code: '6607',
    zh: '图层图片不能超过 8 MB',
    en: 'Layer images can be up to 8 MB',
    log: false,
  },
  'layer-type': {
    code: '6608',
    zh: '图层仅支持 png、jpg、gif 图片',
    en: 'Layers support only png, jpg and gif images',
    log: false,
  },
  // --- tracks ---
  'time-order': {
    code: '3001',
    zh: '开始时间必须早于结束时间',
    en: 'The start must be before the end',
    log: false,
  },
  'span-too-long': {
    code: '3002',
    zh: '时间范围不能超过 31 天',
    en: 'The time range can be up to 31 days',
    log: false,
  },
  'span-too-long-many': {
    code: '3003',
    zh: '多设备回放的时间范围不能超过 3 天',
    en: 'With several devices the time range can be up to 3 days',
    log: false,
  },
  'track-none': { code: '3004', zh: '暂无数据', en: 'Temporarily no data', log: false },
  'track-too-long': {
    code: '3005',
    zh: '轨迹点过多，请缩短时间范围',
    en: 'The track has too many points, please shorten the time range',
    log: false,
  },
  'track-file-too-large': {
    code: '3006',
    zh: '轨迹文件不能超过 64 MB',
    en: 'Track files can be up to 64 MB',
    log: false,
  },
  'track-file-type': {
    code: '3007',
    zh: '仅支持 GPX、KML、FIT、CSV 和 NMEA 格式的轨迹文件',
    en: 'Only GPX, KML, FIT, CSV and NMEA track files are supported',
    log: false,
  },
  'track-file-malformed': {
    code: '3008',
    zh: '轨迹文件格式有误',
    en: 'The format of the track file is invalid',
    log: false,
  },
  'track-file-cut': {
    code: '3009',
    zh: '轨迹文件不完整，可能已被截断',
    en: 'The track file is incomplete; its end is missing',
    log: false,
  },
  'track-file-messages': {
    code: '3013',
    zh: 'FIT 文件中的消息或定义过多',
    en: 'The FIT file has too many messages or definitions',
    log: false,
  },
  'track-file-empty': {
    code: '3010',
    zh: '文件中没有带时间的轨迹点',
    en: 'The file contains no positions with a time',
    log: false,
  },
  'matching-none': {
    code: '3011',
    zh: '服务器未配置道路匹配服务',
    en: 'No map matching service is configured on the server',
    log: false,
  },
  'matching-failed': {
    code: '3012',
    zh: '道路匹配失败',
    en: 'The track could not be matched to roads',
    log: false,
  },
  // --- spreadsheets ---
  'sheet-too-large': {
    code: '7001',
    zh: '表格文件不能超过 32 MB',
    en: 'Spreadsheets can be up to 32 MB',
    log: false,
  },
  'sheet-type': {
    code: '7002',
    zh: '仅支持 .xlsx 和 .csv 表格文件',
    en: 'Only .xlsx and .csv spreadsheets are supported',
    log: false,
  },
  'sheet-picture': {
    code: '7003',
    zh: '该文件是图片，不是表格',
    en: 'This file is an image, not a spreadsheet',
    log: false,
  },
  'sheet-legacy': {
    code: '7004',
    zh: '不支持 .xls 格式，请另存为 .xlsx',
    en: 'The .xls format is not supported, please save the file as .xlsx',
    log: false,
  },
  'sheet-encrypted': {
    code: '7005',
    zh: '表格已加密，请取消密码后再上传',
    en: 'The spreadsheet is encrypted, please remove its password',
    log: false,
  },
  'sheet-malformed': {
    code: '7006',
    zh: '表格文件已损坏，无法读取',
    en: 'The spreadsheet is damaged and cannot be read',
    log: false,
  },
  'sheet-expands': {
    code: '7007',
    zh: '表格文件解压后过大',
    en: 'The uncompressed content of the spreadsheet is too large',
    log: false,
  },
  'sheet-entries': {
    code: '7008',
    zh: '表格中的内部文件过多或文件名过长',
    en: 'The spreadsheet has too many internal files, or their names are too long',
    log: false,
  },
  'sheet-rows': {
    code: '7009',
    zh: '表格不能超过 10 万行，请拆分后再上传',
    en: 'Spreadsheets can have up to 100,000 rows, please split the file',
    log: false,
  },
  'sheet-columns': {
    code: '7010',
    zh: '表格不能超过 100 列',
    en: 'Spreadsheets can have up to 100 columns',
    log: false,
  },
  'sheet-merges': {
    code: '7011',
    zh: '合并的单元格过多，请取消合并',
    en: 'The spreadsheet has too many merged cells, please unmerge them',
    log: false,
  },
  'sheet-headings': {
    code: '7012',
    zh: '第一行须为表头，并包含名称和 IMEI/ID 两列',
    en: 'The first row must have the headings, among them those of name and IMEI/ID',
    log: false,
  },
  'sheet-empty': { code: '7013', zh: '表格中没有数据', en: 'The spreadsheet contains no data', log: false },
  'sheet-costly': {
    code: '7014',
    zh: '读取该表格所需的时间或内存超出限制',
    en: 'Reading the spreadsheet takes too much time or memory',
    log: true,
  },
  'cell-formula': {
    code: '7101',
    zh: '单元格含有公式，请粘贴为数值',
    en: 'The cell has a formula, please paste its value instead',
    log: false,
  },
  'cell-merged': {
    code: '7102',
    zh: '单元格已合并，请取消合并',
    en: 'The cell is merged with others, please unmerge it',
    log: false,
  },
  'cell-error': {
    code: '7103',
    zh: '单元格的值是一个错误，例如 #N/A',
    en: 'The value of the cell is an error, such as #N/A',
    log: false,
  },
  'cell-rounded': {
    code: '7104',
    zh: '号码以数字格式保存，已丢失位数；请将该列设为文本格式后重新输入',
    en: 'The number has lost digits, please format the column as text and enter the number again',
    log: false,
  },
  'cell-date': {
    code: '7105',
    zh: '日期无法识别，请使用 2027-12-31 或 2027-12-31 18:00 的格式',
    en: 'The date is not valid, please write it as 2027-12-31 or 2027-12-31 18:00',
    log: false,
  },
  'imei-repeated': {
    code: '7106',
    zh: '该 IMEI/ID 在表格中重复',
    en: 'This IMEI/ID is repeated in the spreadsheet',
    log: false,
  },
  'group-ambiguous': {
    code: '7107',
    zh: '有多个同名分组，请填写完整路径，例如“华北 / 天津”',
    en: 'Several groups have this name, please enter the full path, such as North / Harbour',
    log: false,
  },
  'protocol-unknown': { code: '7108', zh: '协议不存在', en: 'This protocol does not exist', log: false },
  // --- notices ---
  'message-unknown': { code: '4001', zh: '通知不存在', en: 'This notification does not exist', log: false },
  'not-an-alarm': {
    code: '4002',
    zh: '该通知不是报警，无需处理',
    en: 'This notification is not an alarm and needs no handling',
    log: false,
  },
  'alarm-acknowledged': {
    code: '4003',
    zh: '该报警已有人在处理',
    en: 'Somebody is already handling this alarm',
    log: false,
  },
  'alarm-resolved': { code: '4004', zh: '该报警已解决', en: 'This alarm is already resolved', log: false },
  'alarm-not-resolved': {
    code: '4005',
    zh: '该报警尚未解决',
    en: 'This alarm is not resolved',
    log: false,
  },
  'alarm-steps-limit': {
    code: '4006',
    zh: '该报警的处理记录已达上限',
    en: 'The history of this alarm has reached its limit',
    log: false,
  },
  'notices-unticked': { code: '4007', zh: '请勾选通知', en: 'Please tick notifications', log: false },
  'notices-changed': {
    code: '4008',
    zh: '符合条件的通知数量已变化，请核对后重试',
    en: 'The number of matching notifications has changed, please check it and try again',
    log: false,
  },
  'notices-limit': {
    code: '4009',
    zh: '符合条件的通知过多，请缩小范围，或使用“全部已读”',
    en: 'Too many notifications match; narrow the filter, or mark all as read',
    log: false,
  },
  // --- delivery ---
  'recipient-unknown': { code: '4201', zh: '接收人不存在', en: 'This recipient does not exist', log: false },
  'recipient-limit': {
    code: '4202',
    zh: '接收人数量已达上限',
    en: 'The account has the maximum number of recipients',
    log: false,
  },
  'recipient-taken': {
    code: '4203',
    zh: '该用户已是接收人',
    en: 'This user is a recipient already',
    log: false,
  },
  'recipient-user-unknown': {
    code: '4204',
    zh: '账户中没有该用户',
    en: 'The account has no such user',
    log: false,
  },
  'recipient-without-address': {
    code: '4205',
    zh: '请填写邮箱或手机号',
    en: 'Please enter an e-mail address or a phone number',
    log: false,
  },
  'channel-unavailable': {
    code: '4206',
    zh: '接收人没有该通知方式，或服务器未启用',
    en: 'The recipient cannot be reached this way, or the server does not offer it',
    log: false,
  },
  'address-unconfirmed': {
    code: '4207',
    zh: '该地址尚未确认',
    en: 'This address is not confirmed yet',
    log: false,
  },
  'webhook-address-refused': {
    code: '4208',
    zh: '该地址不是公网的 http 或 https 地址',
    en: 'This is not an http or https address of a public host',
    log: false,
  },
  'test-message-limit': {
    code: '4209',
    zh: '测试消息过多，请一小时后再试',
    en: 'Too many test messages, please try again in an hour',
    log: false,
  },
  'subscription-unknown': {
    code: '4210',
    zh: '订阅不存在',
    en: 'This subscription does not exist',
    log: false,
  },
  'subscription-limit': {
    code: '4211',
    zh: '订阅数量已达上限',
    en: 'The account has the maximum number of subscriptions',
    log: false,
  },
  'subscription-webhook-times': {
    code: '4212',
    zh: 'Webhook 不支持免打扰、汇总和升级',
    en: 'A webhook has no quiet hours, digest or escalation',
    log: false,
  },
  'subscription-quiet-empty': {
    code: '4213',
    zh: '免打扰的开始和结束时间相同',
    en: 'The quiet hours begin and end at the same time',
    log: false,
  },
  'delivery-unknown': {
    code: '4214',
    zh: '没有可重发的消息',
    en: 'None of these messages can be sent again',
    log: false,
  },
  'push-subscription-invalid': {
    code: '4215',
    zh: '浏览器的推送订阅无效',
    en: 'The push subscription of the browser is not valid',
    log: false,
  },
  'subscription-rules-types': {
    code: '4216',
    zh: '请选择通知类型或规则，不能同时选择',
    en: 'A subscription names types or rules of notifications, not both',
    log: false,
  },
  // --- forwarding ---
  'forward-target-unknown': {
    code: '4231',
    zh: '转发目标不存在',
    en: 'This forwarding target does not exist',
    log: false,
  },
  'forward-target-limit': {
    code: '4232',
    zh: '转发目标数量已达上限',
    en: 'The account has the maximum number of forwarding targets',
    log: false,
  },
  'forward-address-refused': {
    code: '4233',
    zh: '该地址不是公网地址，或协议不符（http、https；mqtt、mqtts）',
    en: 'This is not an address of a public host, or of another protocol (http, https; mqtt, mqtts)',
    log: false,
  },
  'forward-token-invalid': {
    code: '4234',
    zh: '令牌只能包含可见的英文字符',
    en: 'A token has only visible ASCII characters',
    log: false,
  },
  'forward-password-required': {
    code: '4235',
    zh: '地址已更改，请重新输入密码或令牌',
    en: 'The address has changed: please enter the password or token again',
    log: false,
  },
  'forward-test-too-soon': {
    code: '4236',
    zh: '测试过于频繁，请稍后再试',
    en: 'Please wait a moment before the next test',
    log: false,
  },
  // --- satellite messages ---
  'communication-account-unknown': {
    code: '4251',
    zh: '通信账号不存在',
    en: 'This communication account does not exist',
    log: false,
  },
  'communication-account-limit': {
    code: '4252',
    zh: '通信账号数量已达上限，请先删除不用的账号',
    en: 'The account has the maximum number of communication accounts; delete unused ones first',
    log: false,
  },
  'card-number-taken': {
    code: '4253',
    zh: '该卡号已被使用，请核对卡号',
    en: 'This card number is already in use; please check the number',
    log: false,
  },
  'card-network-mismatch': {
    code: '4254',
    zh: '卡号与网络不符：北斗为7-8位数字，铱星和inReach为15位IMEI',
    en: 'The number does not fit the network: BeiDou has 7 or 8 digits, Iridium and inReach an IMEI of 15',
    log: false,
  },
  'terminal-gateway-mismatch': {
    code: '4255',
    zh: '该网关不能到达此网络的终端，请选择其他网关',
    en: 'This gateway does not reach terminals of this network; choose another one',
    log: false,
  },
  'tracker-has-terminal': {
    code: '4256',
    zh: '该设备已绑定其他通信账号，请先解除绑定',
    en: 'Another communication account is bound to this device; unbind it first',
    log: false,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof ERRORS;

/** Failures that can occur in every operation, in addition to its own. */
export const COMMON_ERRORS = [
  'session-gone',
  'field-invalid',
  'body-malformed',
  'not-allowed',
  'uid-not-yours',
  'origin-refused',
  'too-many-requests',
  'internal',
  'database-away',
  'operation-unknown',
  'host-refused',
  'body-too-large',
  'body-too-complex',
  'bytes-in-flight',
  'overloaded',
] as const satisfies readonly ErrorName[];

/** Failures detected by the client: never sent by the server. */
export const CLIENT_ERRORS = [
  'network-failed',
  'timed-out',
  'answer-malformed',
  'drawing-unfinished',
  'coordinates-empty',
] as const satisfies readonly ErrorName[];

export const SUCCESS_CODE = '000';

export function isErrorName(text: string): text is ErrorName {
  return Object.hasOwn(ERRORS, text);
}

/** A failure by name, independent of HTTP. `message` is for people if it was set to a translated text. */
export class NamedError extends Error {
  readonly errorName: ErrorName;
  /** Details for the caller, such as the invalid field or the seconds to wait. Never secrets. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    errorName: ErrorName,
    details: Readonly<Record<string, string | number>> = {},
    message: string = errorName,
  ) {
    super(message);
    this.name = 'NamedError';
    this.errorName = errorName;
    this.details = details;
  }
}
